/// The search for the migrations on a path.
extension MigrationPath {
    /// Finds the migrations that a plan needs, and the versions from the first to the last.
    ///
    /// Without declared migrations between versions, a store changes by the steps that follow from its version and the
    /// wanted one. Migrations of data are carried out at the versions that they belong to.
    ///
    /// - Throws: as ``edges(from:to:by:of:)``; ``GranaryError/Code/schema`` for two migrations of data with one name;
    ///   ``GranaryError/Code/incompatible`` for one that the path leaves out.
    static func stages(
        of plan: MigrationPlan, to wanted: StoredSchema, by migrations: [any SchemaMigration],
        of names: [String]
    ) throws(GranaryError) -> (stages: [Stage], versions: [String]) {
        let source = plan.source.fingerprint(of: Set(names))
        let target = wanted.fingerprint(of: Set(names))
        let named = migrations.compactMap { $0 as? any CodedMigration }.filter { $0.name != nil }
        try requireDistinct(named.compactMap(\.name))
        let past = Set(plan.source.migrations.compactMap(\.name))
        var open = named.compactMap { migration in migration.record(names).map { (migration, $0) } }
            .filter { !past.contains($0.1.name ?? "") }
        var (stages, versions) = ([Stage](), [String]())
        func reach(_ version: String) {
            versions.append(version)
            stages += open.filter { $0.1.target == version }.map { .data($0, $1) }
            open.removeAll { $0.1.target == version }
        }
        reach(source)
        if !plan.isEmpty {
            if named.count == migrations.count {
                stages.append(.plan)
                reach(target)
            } else {
                for edge in try edges(from: source, to: target, by: migrations, of: names) {
                    stages.append(.edge(edge))
                    reach(edge.target)
                }
            }
        }
        if let missed = open.first?.1 { throw Self.missed(missed, versions) }
        return (stages, versions)
    }

    /// Finds the shortest chain of migrations between two versions; those that lead back to an earlier version count
    /// like others.
    ///
    /// - Throws: ``GranaryError/Code/incompatible`` if no chain leads to the target. The message shows all migrations.
    static func edges(
        from source: String, to target: String, by migrations: [any SchemaMigration],
        of configurations: [String]
    ) throws(GranaryError) -> [Edge] {
        let ends = migrations.map { $0.target.fingerprint(of: configurations) }
        let versions = Set(ends + [source, target])
        let edges = zip(migrations, ends).compactMap { migration, end -> Edge? in
            guard let text = migration.source(of: configurations) else { return nil }
            let begin = version(text, among: versions)
            // A migration that only concerns another store of the schema changes nothing here.
            return begin == end ? nil : Edge(migration: migration, source: begin, target: end)
        }
        var chains: [[Edge]] = [[]]
        var reached: Set<String> = [source]
        while !chains.isEmpty {
            var next: [[Edge]] = []
            for chain in chains {
                let end = chain.last?.target ?? source
                if end == target { return chain }
                for edge in edges where edge.source == end && reached.insert(edge.target).inserted {
                    next.append(chain + [edge])
                }
            }
            chains = next
        }
        throw missing(from: source, to: target, edges)
    }

    /// The first digits of a fingerprint, as messages show it.
    package static func short(_ fingerprint: String) -> String { String(fingerprint.prefix(shownDigits)) }

    private static let shownDigits = 8

    /// The version that a fingerprint names, which may be its first digits, as messages show it; the text itself if none of
    /// the versions or several begin with it.
    package static func version(_ text: String, among versions: Set<String>) -> String {
        let found = text.utf8.count < shownDigits ? [] : versions.filter { $0.utf8.starts(with: text.utf8) }
        return found.count == 1 ? found.first ?? text : text
    }

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

    private static func requireDistinct(_ names: [String]) throws(GranaryError) {
        var seen: Set<String> = []
        guard let twice = names.first(where: { !seen.insert($0).inserted }) else { return }
        throw GranaryError(
            .schema,
            "Two migrations of data have the name “\(twice)”, by which stores know what they have been through. Give each its own."
        )
    }

    private static func missed(_ migration: StoredMigration, _ versions: [String]) -> GranaryError {
        let way = versions.map(short).joined(separator: " → ")
        return GranaryError(
            .incompatible,
            "The store has not been through the migration “\(migration.name ?? "")”, which belongs to version \(short(migration.target)) of the models, and its way is \(way). Nothing was changed. Let the migration belong to the present version: at the program's own schema."
        )
    }
}
