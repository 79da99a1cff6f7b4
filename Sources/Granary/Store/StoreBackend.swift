/// The entry point of a backend: opens and destroys stores of one type.
public protocol StoreBackend: Sendable {
    /// The type's name in configurations.
    static var type: StoreType { get }
    /// The abilities of stores of this type; the conformance kit holds the backend to them.
    static var capabilities: Capabilities { get }
    /// The options that a configuration may set.
    static var options: [StoreOption] { get }
    /// The place of a configuration's store; `nil` for stores without a place.
    ///
    /// Two configurations with the same place share a store.
    static func location(of configuration: StoreConfiguration) throws -> String?
    /// Opens a store, and creates it if it does not exist and may be created.
    ///
    /// Damaged, foreign, newer and incompatible content is refused, each with its own error code, and left untouched.
    static func open(_ request: StoreOpenRequest) throws -> any Store
    /// Removes a store with all its side files; does nothing without one.
    ///
    /// Refuses anything that is not a store of this type.
    static func destroy(_ configuration: StoreConfiguration) throws
}

/// A request to open a store.
public struct StoreOpenRequest: Sendable {
    /// The store's configuration; its options have been checked against ``StoreBackend/options``.
    public var configuration: StoreConfiguration
    /// The entities the store holds.
    public var entities: [Entity]
    /// The link tables the store holds.
    public var links: [LinkTable]
    /// The fingerprint of those entities.
    public var fingerprint: String

    /// Makes a request.
    public init(
        configuration: StoreConfiguration, entities: [Entity], links: [LinkTable],
        fingerprint: String
    ) {
        self.configuration = configuration
        self.entities = entities
        self.links = links
        self.fingerprint = fingerprint
    }
}

/// The identity of a store.
public struct StoreIdentity: Sendable, Hashable, Codable {
    /// A UUID made when the store was created.
    public var id: String
    /// The version of the backend's format.
    public var formatVersion: Int
    /// The fingerprint of the schema it was last opened with.
    public var fingerprint: String
    /// The names of the configurations whose models it holds.
    public var configurations: [String]

    /// Makes an identity.
    public init(id: String, formatVersion: Int, fingerprint: String, configurations: [String]) {
        self.id = id
        self.formatVersion = formatVersion
        self.fingerprint = fingerprint
        self.configurations = configurations
    }
}
