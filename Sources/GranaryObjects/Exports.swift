/// Whoever works with objects also has the values, schemas and contract of stores.
@_exported public import GranaryStore
