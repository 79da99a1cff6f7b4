import FoundationEssentials
import Granary
import GranaryConformance
import GranaryPostgreSQL
import Testing

/// An account of the tests that look at single statements and connections.
@Model final class Account {
    var id: Int
    @Attribute(.unique) var label: String
    @Attribute(.indexed) var balance: Int = 0
    var ratio: Double?
    var note: [String] = []
    @Relationship var owner: Owner?
}

/// Who owns accounts.
@Model final class Owner {
    var id: Int
    var name: String = ""
    @Relationship(inverse: \Account.owner) var accounts: ToMany<Account>
}

/// A schema of a server for one test, removed at its end.
struct Ledger {
    let schema: Schema
    var configuration: StoreConfiguration

    init(_ options: [String: String] = [:], url: String? = nil) throws {
        schema = try Schema("Ledger", configurations: ["Default": [Account.self, Owner.self]])
        let name = "test-\(UUID().uuidString.lowercased())"
        var all = ["url": try url ?? TestServer.url(), "schema": name]
        for (key, value) in options { all[key] = value }
        configuration = StoreConfiguration(name: "Default", type: .postgresql, options: StoreOptions(all))
        configuration.onIncompatible = .refuse
    }

    func request(_ schema: Schema? = nil) -> StoreOpenRequest {
        let schema = schema ?? self.schema
        return StoreOpenRequest(
            configuration: configuration, entities: schema.entities, links: schema.links,
            fingerprint: schema.fingerprint)
    }

    func open(_ schema: Schema? = nil) throws -> any Store {
        try StorePreparation(request(schema), PostgreSQLStore.self).open()
    }

    func destroy() { try? PostgreSQLStore.destroy(configuration) }

    func entity(_ name: String) throws -> Entity { try #require(schema.entity(name)) }

    /// Runs a test with an open store, and removes the store.
    func withStore(_ body: (any Store) throws -> Void) throws {
        let store = try open()
        defer {
            try? store.close()
            destroy()
        }
        try body(store)
    }

    /// The changes that insert some accounts.
    func accounts(_ ids: ClosedRange<Int64>, balance: Int64 = 0) throws -> ChangeSet {
        let entity = try entity("Account")
        var changes = ChangeSet()
        changes.inserts = [
            InsertBatch(
                entity: entity,
                rows: ids.map {
                    Record(
                        of: entity,
                        [
                            "id": .integer($0), "label": .text("account \($0)"), "balance": .integer(balance),
                            "note": .text("[]"),
                        ])
                })
        ]
        return changes
    }

    /// The changes that give an account another balance.
    func balance(_ balance: Int64, of id: Int64, version: Int64?) throws -> ChangeSet {
        let entity = try entity("Account")
        let property = try #require(entity.attributePosition("balance"))
        var properties = PropertySet()
        properties.insert(property)
        var changes = ChangeSet()
        changes.updates = [
            UpdateBatch(
                entity: entity,
                rows: [
                    .init(
                        key: .integer(id), version: version,
                        source: Record(of: entity, ["balance": .integer(balance)]), properties: properties
                    )
                ])
        ]
        return changes
    }

    /// The balances of all accounts by their ids.
    func balances(_ session: any StoreSession) throws -> [Int64: Int64] {
        let entity = try entity("Account")
        let cursor = try session.fetch(FetchRequest(entity: entity)).cursor
        defer { cursor.close() }
        let column = try #require(entity.attributePosition("balance"))
        var balances: [Int64: Int64] = [:]
        while try cursor.advance() { balances[try cursor.integer(at: 0)] = try cursor.integer(at: column) }
        return balances
    }
}

extension Ledger {
    /// Runs a body with a second session while a first one holds account 1, whose change it then commits.
    func whileHeld(_ body: (any StoreSession) throws -> Void) throws {
        try withStore { store in
            let (first, second) = (try store.makeSession(), try store.makeSession())
            defer {
                first.end()
                second.end()
            }
            _ = try first.commit(accounts(1...1))
            let staging = try #require(first as? any StagingSession)
            _ = try staging.stage(balance(1, of: 1, version: nil))
            try body(second)
            try staging.finishStaged()
            #expect(try balances(second) == [1: 1])
        }
    }
}
