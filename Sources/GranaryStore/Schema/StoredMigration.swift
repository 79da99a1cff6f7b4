/// A completed migration, as the store records it.
public struct StoredMigration: Sendable, Hashable, Codable {
    /// The name of a migration of data; `nil` for one from one version of the models to another.
    public var name: String?
    /// The names of the configurations whose rows it was about, sorted.
    public var configurations: [String]
    /// The fingerprint of those configurations before.
    public var source: String
    /// The fingerprint afterwards; the same for a migration of data.
    public var target: String
    /// The names of the steps that have lost data; `nil` if there was none.
    ///
    /// A consent is used up with them: another loss of the same name needs another consent.
    public var losses: [String]?

    /// Describes a migration.
    public init(name: String? = nil, configurations: [String], source: String, target: String) {
        self.name = name
        self.configurations = configurations.sorted()
        self.source = source
        self.target = target
    }
}
