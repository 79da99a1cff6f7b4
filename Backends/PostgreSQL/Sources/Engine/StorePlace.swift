internal import Granary

/// Where a store is, for the context of its errors.
struct StorePlace: Sendable, Hashable {
    /// The name of the store's configuration.
    var store: String
    /// Server, database and schema, without user and password.
    var path: String

    /// An error about this store.
    func error(_ code: GranaryError.Code, _ message: String, cause: (any Error)? = nil) -> GranaryError {
        var error = GranaryError(code, message, cause: cause)
        error.context.storeType = StoreType.postgresql.name
        error.context.store = store
        error.context.path = path
        return error
    }
}
