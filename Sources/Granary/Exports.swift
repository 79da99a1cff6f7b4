/// A program that imports `Granary` also gets models, contexts and queries, and the contract of stores below them.
@_exported public import GranaryObjects
@_exported public import GranaryStore
