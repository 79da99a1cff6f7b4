import Granary

/// Programs of either version that use the store of one model.
extension MigratedThings {
    /// Starts a program of the old version, with any policy, and checks the rows it finds.
    ///
    /// - Throws: ``ConformanceFailure`` with the label if it finds the store neither unchanged nor newer.
    func startOld(
        _ place: ConformancePlace, _ way: Way, _ label: String, _ random: inout SeededGenerator
    ) throws {
        var configuration = try configuration(models[0], place)
        configuration.onIncompatible = random.pick(.refuse, .migrate, .moveAside, .delete)
        let what = "\(label), an old program with the policy \(configuration.onIncompatible)"
        do {
            try start(old(), configuration) { try look(at: $0, nil, what, &random) }
        } catch let error as GranaryError where error.code == .newer {
            try expect(isNew(place, way, what), "\(what) is refused")
        }
    }

    /// Starts a program of the new version, and checks the rows it finds.
    func startNew(
        _ place: ConformancePlace, _ way: Way, _ label: String, _ random: inout SeededGenerator
    ) throws {
        let what = "\(label), a new program"
        try start(new(way), configuration(models[0], place)) { try look(at: $0, way, what, &random) }
    }

    /// Removes the stores.
    func destroy(_ place: ConformancePlace) throws {
        for configuration in try configurations(place) {
            try harness.backend.type.destroy(configuration)
        }
    }

    private func start(
        _ schema: Schema, _ configuration: StoreConfiguration, _ body: (MigrationTables) throws -> Void
    ) throws {
        let stack = try PersistentStack(schema, registry: StoreRegistry(backends: [harness.backend]))
        try stack.attachPersistentStore(for: configuration)
        try stack.start()
        do {
            let store = try stack.coordinator().members[0].store
            let session = try store.makeSession()
            defer { session.end() }
            try body(MigrationTables(schema: schema, store: store, session: session))
        } catch {
            try? stack.stop()
            throw error
        }
        try stack.stop()
    }

    /// Asks each index and unique constraint for rows, and offers it a duplicate row; `nil` for the old version.
    private func look(
        at tables: MigrationTables, _ way: Way?, _ label: String, _ random: inout SeededGenerator
    ) throws {
        let model = models[0]
        let entity = try tables.entity(model)
        try expectEqual(try tables.session.everything(of: entity).count, Int(count), "\(label): rows")
        for _ in 0..<4 {
            let id = Int64(random.below(Int(count)))
            let row = way.map { Self.newRow(id, $0) } ?? Self.row(id)
            for unique in ["tag", "code"] {
                let found = try tables.keys(model, where: unique, is: row[unique] ?? .null)
                try expectEqual(found, [.integer(id)], "\(label): rows by \(unique)")
                if unique == "code", way == nil { continue }
                var double = way.map { Self.newRow(count + id, $0) } ?? Self.row(count + id)
                double[unique] = row[unique]
                let offered = double
                try expectError(.constraint, "\(label): a second row with the same \(unique)") {
                    try tables.insert(model, offered)
                }
            }
            let both: Set<Value> = [.integer(id / 2 * 2), .integer(id / 2 * 2 + 1)]
            let pair = try tables.keys(model, where: "pair", is: row["pair"] ?? .null)
            try expectEqual(Set(pair), both, "\(label): rows by pair")
        }
        if way == nil { return }
        let all = try tables.keys(model, where: "extra", is: .integer(7))
        try expectEqual(all.count, Int(count), "\(label): rows by extra")
    }
}
