/// The way of a store to the wanted models: versions one after the other, and migrations of data at some of them.
package struct MigrationRoute {
    /// One part of the way.
    enum Stage {
        /// The change to another version by the steps that follow from the two.
        case plan
        /// The change to another version by a migration.
        case edge(MigrationPath.Edge)
        /// A migration of data, and the version that it belongs to.
        case data(any CodedMigration, StoredMigration)
    }

    /// The parts in order.
    private(set) var stages: [Stage] = []
    /// The versions from the first to the last.
    private(set) var versions: [String]
    /// The configurations that are wanted and that the store holds, or takes over from one that it holds.
    let names: [String]

    /// Finds the way.
    ///
    /// Without migrations between versions, a store changes by the steps that follow from its version and the wanted
    /// one.
    ///
    /// - Throws: as ``MigrationPath``; ``GranaryError/Code/schema`` for two migrations of data with one name;
    ///   ``GranaryError/Code/incompatible`` for one that the way leaves out.
    init(
        _ plan: MigrationPlan, to wanted: StoredSchema, by migrations: [any SchemaMigration],
        of asked: [String]
    ) throws {
        let held = plan.source
        let concerned = held.configurations.union(plan.target.configurations)
        names = asked.filter(concerned.contains).sorted()
        let source = held.fingerprint(of: Set(names))
        versions = [source]
        let named = migrations.compactMap { $0 as? any CodedMigration }.filter { $0.name != nil }
        try Self.requireDistinct(named.compactMap(\.name))
        let past = Set(held.migrations.compactMap(\.name))
        let records = names
        var open = named.compactMap { migration in migration.record(records).map { (migration, $0) } }
            .filter { !past.contains($0.1.name ?? "") }
        take(&open, at: source)
        if !plan.isEmpty {
            let target = wanted.fingerprint(of: Set(names))
            if named.count == migrations.count {
                stages.append(.plan)
                versions.append(target)
                take(&open, at: target)
            } else {
                let path = try MigrationPath(from: source, to: target, by: migrations, of: names)
                for edge in path.edges {
                    stages.append(.edge(edge))
                    versions.append(edge.target)
                    take(&open, at: edge.target)
                }
            }
        }
        if let missed = open.first?.1 { throw Self.missed(missed, versions) }
    }

    /// Whether the store has the wanted version.
    var isEmpty: Bool { stages.isEmpty }

    private mutating func take(
        _ open: inout [(any CodedMigration, StoredMigration)], at version: String
    ) {
        stages += open.filter { $0.1.target == version }.map { .data($0, $1) }
        open.removeAll { $0.1.target == version }
    }

    private static func requireDistinct(_ names: [String]) throws {
        var seen: Set<String> = []
        guard let twice = names.first(where: { !seen.insert($0).inserted }) else { return }
        throw GranaryError(
            .schema,
            "Two migrations of data have the name “\(twice)”, by which stores know what they have been through. Give each its own."
        )
    }

    private static func missed(_ migration: StoredMigration, _ versions: [String]) -> GranaryError {
        let way = versions.map(MigrationPath.short).joined(separator: " → ")
        return GranaryError(
            .incompatible,
            "The store has not been through the migration “\(migration.name ?? "")”, which belongs to version \(MigrationPath.short(migration.target)) of the models, and its way is \(way). Nothing was changed. Let the migration belong to the present version: at the program's own schema."
        )
    }
}
