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
