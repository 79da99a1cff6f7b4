package import Granary

/// Stores that trials migrate: each holds things of one model, in the old version or in the new one.
package struct MigratedThings: Sendable {
    let harness: ConformanceHarness
    /// The models; each is in a configuration of its name, and in a separate store.
    let models: [String]
    /// How many things there are of each model.
    let count: Int64

    /// Names the models and how many things each store holds; nothing is made yet.
    package init(_ harness: ConformanceHarness, _ models: [String] = ["Thing"], count: Int64) {
        self.harness = harness
        self.models = models
        self.count = count
    }

    /// How the new version follows from the old one.
    package enum Way: String, CaseIterable, Sendable {
        /// Code reads every row.
        case code
        /// An attribute, indexes and a unique constraint are added; the rows stay unchanged.
        case plan
        /// The same, and an attribute is widened.
        case rewriting

        /// By code, or by the versions alone.
        init(byCode: Bool) { self = byCode ? .code : .plan }
    }

    private func schema(_ attributes: [AttributeDescription]) throws -> Schema {
        try MigrationScene.schema(
            models.map { Versions.thing([.init("tag", .text, isUnique: true)] + attributes, name: $0) },
            in: Dictionary(uniqueKeysWithValues: models.map { ($0, [$0]) }))
    }

    /// The old version.
    func old() throws -> Schema { try schema([.init("code", .text), .init("pair", .integer)]) }

    /// The new version.
    func new(_ way: Way) throws -> Schema {
        let added: [AttributeDescription] = [
            .init("code", .text, isUnique: true),
            .init("pair", way == .rewriting ? .real : .integer, isIndexed: true),
            .init("extra", .integer, isIndexed: true, defaultValue: way == .code ? nil : .integer(7)),
        ]
        let new = try schema(added)
        if way != .code { return new }
        return new.following([
            Migration(from: try old(), to: new) { work in
                for model in work.old.models {
                    try work.each(model) { thing in
                        CrashTrap.shared.reach(.whileMigrating)
                        if let key = thing.key { try work.update(model, key, ["extra": .integer(7)]) }
                    }
                }
            }
        ])
    }

    /// The row of a thing in the old version.
    static func row(_ id: Int64) -> [String: Value] {
        [
            "id": .integer(id), "text": .text("thing \(id)"), "tag": .text("tag \(id)"),
            "code": .text("code \(id)"), "pair": .integer(id / 2),
        ]
    }

    /// The row of a thing in the new version.
    static func newRow(_ id: Int64, _ way: Way) -> [String: Value] {
        var row = row(id)
        row["extra"] = .integer(7)
        if way == .rewriting { row["pair"] = .real(Double(id / 2)) }
        return row
    }

    /// The configuration of the store of one model.
    package func configuration(_ model: String, _ place: ConformancePlace) throws -> StoreConfiguration {
        // PostgreSQL has 63 bytes for the name of a schema, and the directory's name takes most of them.
        try harness.placement(
            model, ConformancePlace(directory: place.directory, store: place.store + model.prefix(1)))
    }

    /// The configurations of all stores.
    func configurations(_ place: ConformancePlace) throws -> [StoreConfiguration] {
        try models.map { try configuration($0, place) }
    }

    /// Makes the stores, in the old version.
    package func fill(_ place: ConformancePlace) throws {
        let schema = try old()
        for model in models {
            let entity = try unwrap(schema.entity(model), model)
            let store = try harness.backend.type.open(
                StoreOpenRequest(to: schema, [model], configuration(model, place)))
            defer { try? store.close() }
            let session = try store.makeSession()
            defer { session.end() }
            var changes = ChangeSet()
            changes.insert(entity, (0..<count).map(Self.row))
            try session.committed(changes)
        }
    }

    /// Migrates the stores, one after the other.
    package func migrate(
        _ place: ConformancePlace, _ way: Way,
        progress: (@Sendable (MigrationProgress) throws -> Void)? = nil
    ) throws {
        for configuration in try configurations(place) {
            try Migrator(new(way), configuration, backends: [harness.backend])
                .migrate(progress: progress)
        }
    }

    /// Whether the store of a model has the new version; checks every row of either.
    ///
    /// - Throws: ``ConformanceFailure`` with the label for a store that is neither.
    package func isNew(
        _ place: ConformancePlace, _ way: Way, _ label: String, model: String = "Thing"
    ) throws -> Bool {
        let configuration = try configuration(model, place)
        let backends = [harness.backend]
        let new = try new(way)
        var found: StoredRecords?
        do {
            found = try StoredRecords(configuration, backends: backends)
        } catch let error as GranaryError where error.code == .incompatible {
            // The description next to a LevelDB database may lag behind it until the next opening for writing.
            try Migrator(new, configuration, backends: backends).migrate()
        }
        let records = try found ?? StoredRecords(configuration, backends: backends)
        defer { records.close() }
        let present = records.schema.fingerprint
        let isNew = present == new.fingerprint(of: [model])
        guard try isNew || present == old().fingerprint(of: [model]) else {
            throw ConformanceFailure(.broken, "\(label): the store holds neither version.")
        }
        var seen: Int64 = 0
        let things = try records.stream(model)
        while let thing = try things.next() {
            guard case .integer(let id)? = thing["id"] else { continue }
            let expected = isNew ? Self.newRow(id, way) : Self.row(id)
            guard expected.allSatisfy({ thing[$0.key] == $0.value }) else {
                throw ConformanceFailure(.broken, "\(label): a row is wrong.")
            }
            seen += 1
        }
        guard seen == count else {
            throw ConformanceFailure(.broken, "\(label): \(seen) of \(count) rows are there.")
        }
        return isNew
    }
}
