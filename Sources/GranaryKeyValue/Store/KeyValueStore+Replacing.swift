public import Granary

extension KeyValueStore {
    /// Opens the store in an engine, and does with one that holds other models what its configuration says.
    ///
    /// - Parameters:
    ///   - request: What to open.
    ///   - capabilities: What the backend claims.
    ///   - path: Where the store is, for errors.
    ///   - engine: Opens the engine, or makes it.
    ///   - replacing: Moves the engine's files aside, or removes them; the engine has been closed.
    /// - Returns: The open store.
    /// - Throws: As ``init(_:engine:capabilities:path:)``, and the errors of the closures.
    public static func open(
        _ request: StoreOpenRequest, capabilities: Capabilities, path: String? = nil,
        engine: () throws -> any KeyValueEngine, replacing: (IncompatibleStorePolicy) throws -> Void
    ) throws -> KeyValueStore {
        do {
            return try KeyValueStore(request, engine: engine(), capabilities: capabilities, path: path)
        } catch let error as GranaryError where error.code == .incompatible {
            let configuration = request.configuration
            let policy = configuration.onIncompatible
            let replaces = policy == .moveAside || policy == .delete
            if !replaces || configuration.isReadOnly { throw error }
            try replacing(policy)
            return try KeyValueStore(request, engine: engine(), capabilities: capabilities, path: path)
        }
    }
}
