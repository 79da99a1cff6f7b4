public import GranaryStore

extension KeyValueStore {
    /// Opens the store in an engine, and treats an incompatible one by its configuration's policy.
    ///
    /// - Parameters:
    ///   - request: The request to open.
    ///   - capabilities: The capabilities that the backend claims.
    ///   - path: The place of the store, for errors.
    ///   - engine: Opens or creates the engine.
    ///   - replacing: Moves the engine's files aside or removes them; the engine is closed then.
    /// - Returns: The open store.
    /// - Throws: As ``init(_:engine:capabilities:path:)``, and errors of the closures.
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
            var request = request
            request.mustExist = false
            return try KeyValueStore(request, engine: engine(), capabilities: capabilities, path: path)
        }
    }
}
