/// Code that uses objects also gets the values, schemas and contract of stores.
@_exported public import GranaryStore
