import Granary

/// The version that a store holds, the migrations that concern it, and the copies put aside from it.
struct StoreHistory: Codable, Sendable, Equatable {
    /// The part of a program's migration that concerns the store.
    struct Edge: Codable, Sendable, Equatable {
        var from: String
        var to: String
        var runsCode: Bool
        /// The name of a migration of data, which begins and ends with one version.
        var name: String?
        /// Whether it is on the store's way to the program's models.
        var isNext: Bool
        /// Whether the store has been through it.
        var hasRun = false
    }

    /// The configurations whose models the store holds.
    var configurations: [String]
    /// The version that it holds; `nil` where there is no store.
    var fingerprint: String?
    /// The version of the program's models for these configurations.
    var wanted: String?
    /// The migrations, in the order in which the program declares them.
    var migrations: [Edge] = []
    /// The migrations that the store has been through, oldest first.
    var past: [StoredMigration] = []
    /// The versions on the way, from the one that the store holds to the wanted one.
    var way: [String]?
    /// Why there is no way.
    var refusal: String?
    /// The places of the copies put aside, the oldest first.
    var kept: [String] = []
    var error: ToolFailure.Details?

    /// Examines a store; errors become a part of the result.
    init(_ store: PlacedStore, schema: Schema?) {
        configurations = store.names
        wanted = schema?.fingerprint(of: store.names)
        do {
            kept = try store.kept().compactMap { try store.backend.location(of: $0) }
            let isKnown = store.backend is any InspectableBackend.Type
            let held = isKnown ? try store.inspected()?.schema : nil
            fingerprint = held?.fingerprint(of: Set(store.names))
            past = held?.part(of: Set(store.names)).migrations ?? []
            guard let schema, store.backend is any MigratingBackend.Type else { return }
            var data: Set<String> = []
            if let forecast = try store.migrator(to: schema).forecast(countingRows: false) {
                way = forecast.versions
                refusal = forecast.refusal
                data = Set(forecast.dataMigrations)
            }
            migrations = edges(of: schema, store.names, dataOnTheWay: data)
        } catch {
            self.error = ToolFailure(error).error
        }
    }

    private func edges(of schema: Schema, _ names: [String], dataOnTheWay: Set<String>) -> [Edge] {
        schema.migrations.compactMap { migration in
            let coded = migration as? any CodedMigration
            if let name = coded?.name {
                guard let record = coded?.record(names) else { return nil }
                return Edge(
                    from: record.source, to: record.target, runsCode: true, name: name,
                    isNext: dataOnTheWay.contains(name), hasRun: past.contains { $0.name == name })
            }
            guard let text = migration.source(of: names) else { return nil }
            let target = migration.target.fingerprint(of: names)
            let source = MigrationPath.version(text, among: Set((way ?? []) + past.map(\.source) + [target]))
            // A migration of another store of the schema changes nothing here.
            if source == target { return nil }
            let isNext = zip(way ?? [], (way ?? []).dropFirst()).contains { $0 == source && $1 == target }
            return Edge(
                from: source, to: target, runsCode: coded?.hasCode ?? true, isNext: isNext,
                hasRun: past.contains { $0.name == nil && $0.source == source && $0.target == target })
        }
    }
}
