/// A migration between two versions of a schema, which the newer schema has for stores of the older one.
public protocol SchemaMigration: Sendable {
    /// The fingerprint of some configurations in the version that it starts from; `nil` if that has none of them.
    func source(of configurations: [String]) -> String?
    /// The version that it leads to.
    var target: Schema { get }
}

extension Schema {
    /// The same schema with migrations that lead to it, directly or through others.
    public func following(_ migrations: [any SchemaMigration]) -> Schema {
        with(migrations: migrations)
    }
}
