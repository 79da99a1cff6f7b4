/// Whoever imports `Granary` also has the values, schemas and contract of stores.
@_exported public import GranaryStore
