/// A model with hooks; programs conform to the protocols of the hooks, such as `WillSave`, which refine it.
public protocol HookedModel: DescribedModel {}
