/// A way from one version of a schema to another, which a schema carries along for stores that still hold the older one.
public protocol SchemaMigration: Sendable {
    /// The fingerprint of what some configurations store in the version it begins with; `nil` when it has none of them.
    func source(of configurations: [String]) -> String?
    /// The version it leads to.
    var target: Schema { get }
}

extension Schema {
    /// The same schema with migrations that lead to it, by way of others or at once.
    public func following(_ migrations: [any SchemaMigration]) -> Schema {
        Schema(
            name: name, entities: entities, configurations: configurations, links: links,
            fingerprint: fingerprint, migrations: migrations, backfills: backfills)
    }
}
