import CustomBackend
import Granary
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

    @Test func manyRowsAreWrittenAnew() throws {
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
