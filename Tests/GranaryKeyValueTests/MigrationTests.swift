import CustomBackend
import Granary
import GranaryConformance
import GranaryKeyValue
import GranaryTestSupport
import Testing

/// What a migration leaves in the engine: nothing of what failed, and nothing that nobody needs.
@Suite(.timeLimit(.minutes(2))) struct MigrationTests {
    private static func schema(_ attributes: [AttributeDescription]) throws -> Schema {
        let thing = ModelDescription(
            name: "Thing", attributes: [.init("id", .integer)] + attributes, key: ["id"])
        return try Schema("Games", descriptions: [(thing, nil)])
    }

    /// A closed store of as many things as need several batches.
    private static func filled(_ count: Int64) throws -> Desk {
        let desk = try Desk(schema([.init("group", .integer)]))
        let entity = try desk.entity("Thing")
        try desk.session.insert(
            (0..<count).map { Record(of: entity, values: [.integer($0), .integer($0 / 2)]) }, entity)
        try desk.close()
        return desk
    }

    private static func migrate(_ desk: Desk, to schema: Schema) throws {
        let request = StoreOpenRequest(
            configuration: StoreConfiguration(name: "Games", type: LogStore.type),
            entities: schema.entities, links: schema.links, fingerprint: schema.fingerprint)
        let engine = try LogEngine(desk.path)
        defer { engine.close() }
        let wanted = StoredSchema(request)
        let source = try StoreCatalogue(in: engine).storedSchema(like: wanted)
        let plan = MigrationPlan(from: source, to: wanted, configurations: ["Default"])
        _ = try KeyValueMigration(MigrationRequest(store: request, plan: plan), engine).run()
    }

    private static func entries(_ desk: Desk) throws -> [[UInt8]] {
        let engine = try LogEngine(desk.path)
        defer { engine.close() }
        // The catalogue changes.
        return try engine.entries().map(\.key).filter { $0.first != 0 }
    }

    @Test func anOptionalAttributeTouchesNoEntry() throws {
        let desk = try Self.filled(10)
        let before = try Self.entries(desk)
        try Self.migrate(
            desk, to: Self.schema([.init("group", .integer), .init("more", .text, isOptional: true)]))
        #expect(try Self.entries(desk) == before)
    }

    private static func more(isOptional: Bool = false, isIndexed: Bool = false) throws -> Schema {
        try schema([
            .init("group", .integer),
            .init(
                "more", .text, isOptional: isOptional, isIndexed: isIndexed,
                defaultValue: isOptional ? nil : .text("new")),
        ])
    }

    /// The last value of each row, and the keys of the rows with a value.
    private static func look(
        _ desk: Desk, _ schema: Schema, at value: Value, _ change: ChangeSet? = nil
    ) throws -> (last: [Value], keys: [Value]) {
        let store = try Desk.open(schema, desk.path)
        defer { try? store.close() }
        let session = try store.makeSession()
        defer { session.end() }
        if let change { #expect(try session.commit(change).conflicts.isEmpty) }
        var request = FetchRequest(entity: try #require(schema.entity("Thing")))
        let last = try session.rows(request).map { $0[2] }
        request.predicate = .compare(.equal, .own("more"), .literal(value))
        request.sort = [SortTerm(.own("more"), isDescending: true)]
        return (last, try session.rows(request).map { $0[0] })
    }

    private static func format(_ desk: Desk) throws -> Int {
        let engine = try LogEngine(desk.path)
        defer { engine.close() }
        return try StoreCatalogue(in: engine).format
    }

    @Test func aRequiredAttributeTouchesNoEntryAndEveryRowHasItsValue() throws {
        let desk = try Self.filled(4)
        let before = try Self.entries(desk)
        #expect(try Self.format(desk) == 2)
        let schema = try Self.more()
        try Self.migrate(desk, to: schema)
        #expect(try Self.entries(desk) == before)
        #expect(try Self.format(desk) == 3)
        let entity = try #require(schema.entity("Thing"))
        var changes = ChangeSet.updating(entity, .integer(1), version: nil, ["group": .integer(7)])
        changes.updates += ChangeSet.updating(entity, .integer(2), version: nil, ["more": .text("x")]).updates
        changes.insert(entity, [["id": .integer(4), "group": .integer(0), "more": .text("new")]])
        let (values, keys) = try Self.look(desk, schema, at: .text("new"), changes)
        #expect(values == [.text("new"), .text("new"), .text("x"), .text("new"), .text("new")])
        #expect(Set(keys) == [.integer(0), .integer(1), .integer(3), .integer(4)])
    }

    @Test func anIndexFindsTheValuesThatNoRecordHolds() throws {
        let desk = try Self.filled(4)
        try Self.migrate(desk, to: Self.more())
        let schema = try Self.more(isIndexed: true)
        try Self.migrate(desk, to: schema)
        let entity = try #require(schema.entity("Thing"))
        let change = ChangeSet.updating(entity, .integer(2), version: nil, ["more": .text("x")])
        let (values, keys) = try Self.look(desk, schema, at: .text("new"), change)
        #expect(values == [.text("new"), .text("new"), .text("x"), .text("new")])
        #expect(Set(keys) == [.integer(0), .integer(1), .integer(3)])
        #expect(try Self.look(desk, schema, at: .text("x")).keys == [.integer(2)])
    }

    @Test func anAttributeThatBecomesOptionalKeepsItsValuesAndCanBeNull() throws {
        let desk = try Self.filled(4)
        try Self.migrate(desk, to: Self.more())
        let schema = try Self.more(isOptional: true)
        try Self.migrate(desk, to: schema)
        #expect(try Self.format(desk) == 2)
        let entity = try #require(schema.entity("Thing"))
        let change = ChangeSet.updating(entity, .integer(2), version: nil, ["more": .null])
        let (values, _) = try Self.look(desk, schema, at: .text("new"), change)
        #expect(values == [.text("new"), .text("new"), .null, .text("new")])
    }

    @Test func nullTakesTheDefaultOfAnAttributeThatBecomesRequired() throws {
        let desk = try Self.filled(4)
        let optional = try Self.more(isOptional: true)
        try Self.migrate(desk, to: optional)
        let entity = try #require(optional.entity("Thing"))
        let change = ChangeSet.updating(entity, .integer(2), version: nil, ["more": .text("x")])
        _ = try Self.look(desk, optional, at: .null, change)
        let before = try Self.entries(desk)
        try Self.migrate(desk, to: Self.more())
        #expect(try Self.entries(desk) == before)
        let (values, keys) = try Self.look(desk, Self.more(), at: .text("x"))
        #expect(values == [.text("new"), .text("new"), .text("x"), .text("new")] && keys == [.integer(2)])
    }

    @Test(arguments: [12_000 as Int64, 3]) func whatFailsLeavesNothing(_ count: Int64) throws {
        let desk = try Self.filled(count)
        let before = try Self.entries(desk)
        let error = failure {
            try Self.migrate(desk, to: Self.schema([.init("group", .integer, isUnique: true)]))
        }
        #expect(error?.code == .constraint && error?.conflicts.isEmpty == false)
        #expect(try Self.entries(desk) == before)
        try desk.behind { _ in }
        #expect(try desk.rows("Thing").count == Int(count))
    }

    @Test func manyRowsAreWrittenAgain() throws {
        let desk = try Self.filled(12_000)
        let schema = try Self.schema([.init("group", .text, isIndexed: true)])
        try Self.migrate(desk, to: schema)
        #expect(try Self.entries(desk).count == 24_000)
        let store = try Desk.open(schema, desk.path)
        defer { try? store.close() }
        let session = try store.makeSession()
        defer { session.end() }
        let entity = try #require(schema.entity("Thing"))
        var request = FetchRequest(entity: entity)
        request.predicate = .compare(.equal, .own("group"), .literal(.text("5999")))
        #expect(try session.rows(request).map { $0[0] } == [.integer(11_998), .integer(11_999)])
    }

    @Test func whatAKilledMigrationLeftIsRemoved() throws {
        let desk = try Self.filled(3)
        let before = try Self.entries(desk)
        try desk.behind { engine in
            var catalogue = try StoreCatalogue(in: engine)
            catalogue.unused = [[1, 0, 9]]
            try engine.set([0] + Array("catalogue".utf8), catalogue.json())
            try engine.set([1, 0, 9, 5], [1])
        }
        try desk.close()
        #expect(try Self.entries(desk) == before)
    }
}
