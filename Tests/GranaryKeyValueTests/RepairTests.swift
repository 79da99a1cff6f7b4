import CustomBackend
import Granary
import GranaryKeyValue
import GranaryTestSupport
import Testing

/// A store whose engine has lost some entries, and has old ones again, is consistent after its repair.
@Suite struct RepairTests {
    private func link(_ desk: Desk, _ players: [Int64]) throws {
        var pairs = LinkBatch(table: try #require(desk.schema.links.first))
        let isPlayerFirst = pairs.table.firstEntity.name == "Player"
        pairs.added = players.map { id in
            let (player, tag) = (ObjectKey.integer(id), ObjectKey.text("x"))
            return isPlayerFirst ? (player, tag) : (tag, player)
        }
        var changes = ChangeSet()
        changes.links = [pairs]
        #expect(try desk.session.commit(changes).conflicts.isEmpty)
    }

    private func player(_ id: Int64) -> [String: Value] {
        ["id": .integer(id), "name": .text("n\(id)"), "email": .text("e\(id)"), "score": .integer(id % 2)]
    }

    private func team(_ id: Int64, _ name: String) -> [String: Value] {
        ["id": .integer(id), "name": .text(name)]
    }

    /// The keys of the rows of a table begin so.
    private func prefix(_ desk: Desk, _ table: String) throws -> [UInt8] {
        let found = (desk.store as? KeyValueStore)?.catalogue.tables.first { $0.name == table }
        return [1, 0, UInt8(try #require(found).id)]
    }

    private func indexEntries(_ desk: Desk) throws -> [[UInt8]: [UInt8]] {
        var entries: [[UInt8]: [UInt8]] = [:]
        try desk.behind { engine in
            for entry in try engine.entries() where entry.key.first == 2 { entries[entry.key] = entry.value }
        }
        return entries
    }

    @Test func indexesPairsAndNumbersFitTheRowsAgain() throws {
        let desk = try Desk()
        try desk.insert("Tag", ["label": .text("x")])
        try desk.insert("Team", team(1, "A"), team(2, "B"))
        try desk.insert("Player", player(1), player(2), player(3), player(4))
        try link(desk, [1, 2, 3, 4])
        let (teams, players) = (try prefix(desk, "Team"), try prefix(desk, "Player"))
        try desk.behind { engine in
            let entries = try engine.entries()
            // A row is lost, one is damaged, an older one with the same unique name is there again.
            try engine.set(players + [0x2A, 2], nil)
            try engine.set(players + [0x2A, 4], [2, 5])
            var record = try #require(entries.first { $0.key == teams + [0x2A, 2] }?.value)
            record[1] -= 1
            try engine.set(teams + [0x2A, 9], record)
            // Entries of indexes and what the store says about its saves are lost.
            for (number, entry) in entries.enumerated() where entry.key.first == 2 && number % 2 == 0 {
                try engine.set(entry.key, nil)
            }
            for entry in entries where entry.key.starts(with: [0] + Array("keys".utf8)) {
                try engine.set(entry.key, nil)
            }
            try engine.set([0] + Array("version".utf8), nil)
            _ = try StoreRepair(engine, copy: nil).run()
        }
        #expect(try desk.rows("Team").map { $0[0] } == [.integer(1), .integer(2)])
        #expect(try desk.rows("Player").map { $0[0] } == [.integer(1), .integer(3)])
        #expect(try desk.session.reserveKeys(1, of: desk.entity("Team")) == 10)
        #expect(failure { try desk.insert("Team", team(3, "B")) }?.code == .constraint)
        let whole = try Desk()
        try whole.insert("Tag", ["label": .text("x")])
        try whole.insert("Team", team(1, "A"), team(2, "B"))
        try whole.insert("Player", player(1), player(3))
        try link(whole, [1, 3])
        #expect(try indexEntries(desk) == indexEntries(whole))
        // The numbers of saves go on.
        #expect(try desk.session.commit(ChangeSet()).version >= 3)
    }

    @Test func aLostCatalogueIsTakenFromTheCopy() throws {
        let desk = try RecordTests.filled()
        let catalogue = try #require((desk.store as? KeyValueStore)?.catalogue)
        for content in [nil, [0x7B]] as [[UInt8]?] {
            try desk.behind { engine in
                try engine.set([0] + Array("catalogue".utf8), content)
                #expect(failure { _ = try StoreRepair(engine, copy: nil) }?.code == .corrupt)
                #expect(try StoreRepair(engine, copy: catalogue).run() == catalogue)
            }
            #expect(try desk.rows("Player").count == 1)
        }
    }
}
