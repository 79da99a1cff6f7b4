import Granary
import Testing

/// What a store records of its models is enough to describe them again.
@Suite struct StoredSchemaTests {
    /// Random schemas, each recorded and described again.
    @Test(arguments: 0..<200) func aRecordedSchemaHasTheFingerprintOfItsModels(_ seed: UInt64) throws {
        let random = RandomSchema(seed: seed)
        guard
            let schema = try? Schema(
                "Random", descriptions: random.models.map { ($0, nil) }, configurations: random.configurations
            )
        else { return }
        for names in [schema.configurations, Array(schema.configurations.prefix(1))] {
            let stored = StoredSchema(
                entities: schema.entities(in: names), links: schema.links(in: names))
            #expect(stored.fingerprint == schema.fingerprint(of: names), "seed \(seed)")
            let again = Schema(stored: try StoredSchema(json: stored.json()))
            #expect(again.fingerprint(of: names) == schema.fingerprint(of: names), "seed \(seed)")
        }
    }

    @Test func theListOfMigrationsMayBeMissing() throws {
        let bare = #"{"tables":[]}"#
        #expect(try StoredSchema(json: bare) == StoredSchema())
        #expect(try StoredSchema().json() == bare)
        let past = StoredMigration(name: "x", configurations: ["B", "A"], source: "1", target: "1")
        let schema = StoredSchema(migrations: [past])
        #expect(try StoredSchema(json: schema.json()) == schema && past.configurations == ["A", "B"])
        #expect(schema.fingerprint == StoredSchema().fingerprint)
    }
}
