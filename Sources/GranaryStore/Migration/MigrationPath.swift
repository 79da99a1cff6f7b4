/// The chain of migrations from a store's version to the wanted one.
package struct MigrationPath {
    /// A migration between the versions of one store.
    struct Edge {
        let migration: any SchemaMigration
        let source: String
        let target: String
    }

    /// The migrations in order.
    let edges: [Edge]

    /// Finds the shortest chain; migrations that lead back to an earlier version count like others.
    ///
    /// - Throws: ``GranaryError/Code/incompatible`` if no chain leads to the target. The message shows all migrations.
    init(
        from source: String, to target: String, by migrations: [any SchemaMigration],
        of configurations: [String]
    ) throws {
        let edges = migrations.compactMap { migration -> Edge? in
            guard let begin = migration.source(of: configurations) else { return nil }
            let end = migration.target.fingerprint(of: configurations)
            // A migration that only concerns another store of the schema changes nothing here.
            return begin == end ? nil : Edge(migration: migration, source: begin, target: end)
        }
        var ways: [[Edge]] = [[]]
        var reached: Set<String> = [source]
        while !ways.isEmpty {
            var next: [[Edge]] = []
            for way in ways {
                let end = way.last?.target ?? source
                if end == target {
                    self.edges = way
                    return
                }
                for edge in edges where edge.source == end && reached.insert(edge.target).inserted {
                    next.append(way + [edge])
                }
            }
            ways = next
        }
        throw Self.missing(from: source, to: target, edges)
    }

    /// The first digits of a fingerprint, as messages show it.
    package static func short(_ fingerprint: String) -> String { String(fingerprint.prefix(8)) }

    private static func missing(from source: String, to target: String, _ edges: [Edge]) -> GranaryError {
        var lines = edges.map { "\(short($0.source)) → \(short($0.target))" }
        if lines.isEmpty { lines = ["none"] }
        let begins = edges.contains { $0.source == source }
        let gap =
            begins
            ? "the ways that begin there end before \(short(target))" : "no migration begins there"
        return GranaryError(
            .incompatible,
            "The store holds version \(source) of its models, and the program has version \(target), but \(gap). The migrations are: \(lines.joined(separator: ", ")). Nothing was changed. Add a migration for what is missing between \(short(source)) → … → \(short(target))."
        )
    }
}
