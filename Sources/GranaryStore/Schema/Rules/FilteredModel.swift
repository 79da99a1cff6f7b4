/// A model whose queries have filters; programs conform to the protocol that says which.
public protocol _FilteredModel: DescribedModel {}
