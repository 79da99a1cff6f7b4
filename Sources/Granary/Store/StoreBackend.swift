/// How stores of one type are checked, opened and destroyed; what a backend registers.
public protocol StoreBackend: Sendable {
    /// The type's name in configurations.
    static var type: StoreType { get }
    /// What stores of this type can do; the conformance kit holds the backend to it.
    static var capabilities: Capabilities { get }
    /// The options that a configuration may set.
    static var options: [StoreOption] { get }
    /// Where the store of a configuration is; `nil` for stores without a place.
    ///
    /// Two configurations with the same place share a store.
    static func location(of configuration: StoreConfiguration) throws -> String?
    /// Opens a store, creating it when it does not exist and may be created.
    ///
    /// Damaged, foreign, newer and incompatible content is refused with its own error code and not touched.
    static func open(_ request: StoreOpenRequest) throws -> any Store
    /// Removes a store with all its side files; nothing happens when there is none.
    ///
    /// Refuses what is not a store of this type.
    static func destroy(_ configuration: StoreConfiguration) throws
}

/// What is needed to open a store.
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

/// Who a store is.
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
