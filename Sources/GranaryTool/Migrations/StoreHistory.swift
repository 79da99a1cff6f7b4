import Granary

/// The version that a store holds, the migrations that concern it, and what was put aside from it.
struct StoreHistory: Codable, Sendable, Equatable {
    /// A migration of the program, as far as it concerns the store.
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
    /// What the store has been through, oldest first.
    var past: [StoredMigration] = []
    /// The versions on the way, from the one that the store holds to the wanted one.
    var way: [String]?
    /// Why there is no way.
    var refusal: String?
    /// The places of what was put aside, the oldest first.
    var kept: [String] = []
    var error: ToolFailure.Details?

    /// Looks at a store; what goes wrong becomes a part of the result.
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
                (way, refusal) = (forecast.versions, forecast.refusal)
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
            guard let source = migration.source(of: names) else { return nil }
            let target = migration.target.fingerprint(of: names)
            // What another store of the schema is about changes nothing here.
            if source == target { return nil }
            let isNext = zip(way ?? [], (way ?? []).dropFirst()).contains { $0 == source && $1 == target }
            return Edge(
                from: source, to: target, runsCode: coded?.hasCode ?? true, isNext: isNext,
                hasRun: past.contains { $0.name == nil && $0.source == source && $0.target == target })
        }
    }
}

/// The same for people.
struct HistoryListing {
    let document: MigrationsDocument
    let width: Int

    /// A paragraph for each store.
    var text: String {
        let dropped = document.dropped.map { [Screen.clean("Deleted \($0).")] } ?? []
        let stores = document.stores.map(text)
        let all = dropped + (stores.isEmpty ? ["No store of the configuration is kept."] : stores)
        return all.joined(separator: "\n\n")
    }

    private func text(_ history: StoreHistory) -> String {
        var lines = [Screen.clean(history.configurations.joined(separator: ", "))]
        if let error = history.error { return "\(lines[0])\n  \(Screen.clean(error.message))" }
        lines.append("  \(Self.version(history))")
        if !history.migrations.isEmpty {
            var table = TextTable(headings: ["From", "To", "By", ""])
            table.rows = history.migrations.map { edge in
                [
                    ByteText.short(edge.from), ByteText.short(edge.to), Self.means(edge),
                    edge.isNext ? "on the way" : edge.hasRun ? "has run" : "",
                ]
            }
            lines += table.text.parts(between: "\n").map { "  \($0)" }
        }
        if !history.past.isEmpty {
            let steps = history.past.map { step in
                step.name.map { "“\($0)”" }
                    ?? "\(ByteText.short(step.source)) → \(ByteText.short(step.target))"
            }
            lines.append(Screen.clean("  has been through: \(steps.joined(separator: ", "))"))
        }
        for place in history.kept { lines.append(Screen.clean("  put aside: \(place)")) }
        return lines.joined(separator: "\n")
    }

    private static func means(_ edge: StoreHistory.Edge) -> String {
        if let name = edge.name { return Screen.clean("code on data, “\(name)”") }
        return edge.runsCode ? "code" : "what follows from the two"
    }

    private static func version(_ history: StoreHistory) -> String {
        guard let held = history.fingerprint else { return "does not exist yet" }
        let text = "holds version \(ByteText.short(held))"
        guard let wanted = history.wanted else { return text }
        if held == wanted { return "\(text), that of the program's models" }
        let models = "the program's models are version \(ByteText.short(wanted))"
        return history.refusal == nil ? "\(text); \(models)" : "\(text) and cannot follow; \(models)"
    }
}
