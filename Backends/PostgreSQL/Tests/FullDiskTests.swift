import Granary
import GranaryConformance
import GranaryPostgreSQL
import GranaryTestSupport
import Testing

/// A server whose disk is full says so, and a save that it refuses is neither lost nor half there.
///
/// A trigger stands for the disk: the server reports both by the same state, while it takes rows or at the end.
@Suite(.enabled(if: TestServer.isWanted), .timeLimit(.minutes(1))) struct FullDiskTests {
    @Test(arguments: ["IMMEDIATE", "DEFERRED"])
    func aFullDiskLeavesTheContextAsItWas(_ moment: String) async throws {
        let ledger = try Ledger()
        defer { ledger.destroy() }
        let stack = try PersistentStack(ledger.schema, registry: StoreRegistry(backends: [.postgresql]))
        try await stack.attachPersistentStore(for: ledger.configuration)
        try await stack.start()
        let schema = "\"\(try #require(ledger.configuration.options["schema"]))\""
        try await stack.perform { context in
            let owner = Owner(id: 1, name: "small")
            try context.insert(owner)
            try context.insert(Account(id: 1, label: "one", owner: owner))
            try context.save()

            let outsider = try Outsider(TestServer.url())
            try outsider.run(
                """
                CREATE FUNCTION \(schema).refuse() RETURNS trigger LANGUAGE plpgsql AS
                $$ BEGIN RAISE EXCEPTION 'could not extend file' USING ERRCODE = 'disk_full'; END $$;
                CREATE CONSTRAINT TRIGGER disk AFTER INSERT ON \(schema)."Account"
                DEFERRABLE INITIALLY \(moment) FOR EACH ROW EXECUTE FUNCTION \(schema).refuse()
                """)
            for id in 2..<100 { try context.insert(Account(id: id, label: "\(id)", owner: owner)) }
            owner.name = "large"
            let error = failure { try context.save() }
            try verify(
                error?.code == .full && error?.message.contains("Make room") == true, "\(error as Any)")
            try verify(context.changes.inserted.count == 98 && owner.name == "large", "changes are lost")
            let counts =
                "SELECT count(*), (SELECT min(name) FROM \(schema).\"Owner\") FROM \(schema).\"Account\""
            try verify(try outsider.run(counts) == [["1", "small"]], "half of the save is there")

            try outsider.run("DROP TRIGGER disk ON \(schema).\"Account\"")
            try context.save()
            try verify(try outsider.run(counts) == [["99", "large"]], "the save is not there")
        }
        try await stack.close()
    }

    @Test(arguments: [
        ("ALTER TABLE", false), ("CREATE INDEX", false), ("CREATE SCHEMA", true), ("CREATE TABLE", true),
        ("ALTER TABLE", true), ("DROP TABLE", true),
    ])
    func aFullDiskLeavesTheOldVersionOfAStoreThatMigrates(_ moment: (command: String, byCode: Bool)) throws {
        let other = try OtherDatabase()
        defer { other.drop() }
        let harness = ConformanceHarness(.postgresql) { name, place in
            StoreConfiguration(
                name: name, type: .postgresql,
                options: StoreOptions([
                    "url": try TestServer.url(), "database": other.name, "schema": place.store,
                ]))
        }
        let things = MigratedThings(harness, count: 50)
        let way: MigratedThings.Way = moment.byCode ? .code : .plan
        let place = ConformancePlace(directory: "", store: "full")
        try things.fill(place)
        try other.fill(at: moment.command)
        let error = failure { try things.migrate(place, way) }
        #expect(error?.code == .full && error?.message.contains("Make room") == true, "\(error as Any)")
        #expect(try !things.isNew(place, way, moment.command))
        try other.makeRoom()
        try things.migrate(place, way)
        #expect(try things.isNew(place, way, moment.command))
        let schema = try #require(try things.configuration("Thing", place).options["schema"])
        #expect(try other.schemas() == [schema])
    }
}
