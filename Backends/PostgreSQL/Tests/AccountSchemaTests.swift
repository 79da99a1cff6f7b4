import Granary
import GranaryPostgreSQL
import GranaryTestSupport
import Testing

/// Each account has a separate schema; no server is asked.
@Suite struct AccountSchemaTests {
    /// The schema for an account whose configuration names one.
    private func schema(_ own: String?, _ place: String) throws -> String? {
        let options = StoreOptions(own.map { ["schema": $0] } ?? [:])
        let many = StoreConfiguration(name: "Trips", type: .postgresql, options: options)
        return try PostgreSQLStore.configuration(many, inPlace: place).options["schema"]
    }

    @Test func thePlaceIsBehindTheName() throws {
        #expect(try schema(nil, "a1") == "granary_a1")
        #expect(try schema("Trips", "a1") == "Trips_a1")
    }

    @Test func aNameThatLeavesNoRoomIsRefused() throws {
        let place = String(repeating: "z", count: 32)
        let longest = String(repeating: "é", count: 15)
        #expect(try schema(longest, place)?.utf8.count == 63)
        let error = failure { try schema(longest + "x", place) }
        #expect(error?.code == .configuration && error?.message.contains("30 bytes") == true)
        #expect(error?.context.keyPath == "options.schema")
    }

    @Test func itIsRefusedAtSetUp() throws {
        var many = StoreConfiguration(
            name: "Trips", type: .postgresql,
            options: StoreOptions([
                "url": "postgresql://localhost/a", "schema": String(repeating: "s", count: 31),
            ]))
        many.isPerAccount = true
        let registry = try StoreRegistry([PostgreSQLStore.self])
        let error = failure { try StackConfiguration(stores: [many]).validate(for: nil, registry: registry) }
        #expect(error?.code == .configuration)
        #expect(error?.context.keyPath == "stores.Trips.perAccount")
        many.options["schema"] = String(repeating: "s", count: 30)
        try StackConfiguration(stores: [many]).validate(for: nil, registry: registry)
    }
}
