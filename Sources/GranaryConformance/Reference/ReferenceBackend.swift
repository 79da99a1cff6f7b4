public import Granary

/// Opens stores of the type `reference`.
public enum ReferenceBackend: StoreBackend {
    /// `reference`.
    public static let type: StoreType = "reference"
    /// One consistent snapshot for each of any number of sessions, references checked at commit, and staging.
    public static let capabilities: Capabilities = [
        .snapshots, .concurrentSessions, .referenceChecks, .staging, .longIndexedValues,
    ]
    /// There are none.
    public static let options: [StoreOption] = []
    /// The configured place, where there is one: configurations with the same place share a store.
    ///
    /// Without a place each store is its own.
    public static func location(of configuration: StoreConfiguration) throws -> String? {
        configuration.location == nil ? nil : try configuration.resolvedPath()
    }
    /// Makes an empty store.
    public static func open(_ request: StoreOpenRequest) -> any Store { ReferenceStore(request) }
    /// Nothing is left to remove.
    public static func destroy(_ configuration: StoreConfiguration) {}
}
