import CustomBackend
import Granary
import GranaryConformance
import GranaryKeyValue
import GranaryTestSupport
import Testing

/// What saves of many rows leave is what saves of few leave.
///
/// They take other ways: entries are put into order, rows are found by going along.
@Suite struct ManyRowsTests {
    private typealias Rows = [Int64: [String: Value]]

    private static func row(_ id: Int64, _ random: inout SeededGenerator) -> [String: Value] {
        [
            "id": .integer(id), "name": .text("name \(Int.random(in: 0..<9, using: &random))"),
            "email": .text("mail \(id)"), "score": .integer(.random(in: -300...300, using: &random)),
            "rating": Bool.random(using: &random) ? .null : .real(.random(in: -1...1, using: &random)),
            "team": .integer(.random(in: 1...5, using: &random)),
        ]
    }

    private static func commit(_ changes: ChangeSet, to desk: Desk) throws -> [ObjectKey] {
        try desk.session.commit(changes).conflicts.map(\.key)
    }

    private static func update(
        _ desk: Desk, _ ids: [Int64], _ rows: Rows, _ names: [String]
    ) throws -> [ObjectKey] {
        let entity = try desk.entity("Player")
        var (changes, properties) = (ChangeSet(), PropertySet())
        for position in 0..<entity.propertyCount where names.contains(entity.propertyName(position)) {
            properties.insert(position)
        }
        changes.updates = [
            UpdateBatch(
                entity: entity,
                rows: ids.map { id in
                    UpdateBatch.Row(
                        key: .integer(id), version: nil, source: Record(of: entity, rows[id] ?? [:]),
                        properties: properties)
                })
        ]
        return try commit(changes, to: desk)
    }

    private static func insert(_ desk: Desk, _ ids: [Int64], _ rows: Rows) throws {
        let entity = try desk.entity("Player")
        var changes = ChangeSet()
        changes.inserts = [
            InsertBatch(entity: entity, rows: ids.map { Record(of: entity, rows[$0] ?? [:]) })
        ]
        #expect(try commit(changes, to: desk) == [])
    }

    private static func delete(_ desk: Desk, _ ids: [Int64]) throws -> [ObjectKey] {
        var changes = ChangeSet()
        changes.deletes = [
            DeleteBatch(entity: try desk.entity("Player"), rows: ids.map { (.integer($0), nil) })
        ]
        return try commit(changes, to: desk)
    }

    private static func withTeams() throws -> Desk {
        let desk = try Desk()
        for id in 1...5 as ClosedRange<Int64> {
            try desk.insert("Team", ["id": .integer(id), "name": .text("team \(id)")])
        }
        return desk
    }

    /// The keys of all rows and entries, and what the entries of indexes say.
    private static func entries(_ desk: Desk) throws -> [[UInt8]] {
        var found: [[UInt8]] = []
        try desk.behind { engine in
            for (key, value) in try engine.entries() where key[0] != 0 {
                found.append(key[0] == 1 ? key : key + [0xff] + value)
            }
        }
        return found
    }

    /// The same rows, each saved alone.
    private static func expectSame(_ desk: Desk, _ rows: Rows, _ seed: UInt64) throws {
        let other = try withTeams()
        for id in rows.keys.sorted() { try insert(other, [id], rows) }
        #expect(try desk.rows("Player") == other.rows("Player"), "seed \(seed)")
        #expect(try entries(desk) == entries(other), "seed \(seed)")
    }

    @Test func savesOfManyRowsLeaveWhatSavesOfOneLeave() throws {
        let seed = UInt64.random(in: 0 ... .max)
        var random = SeededGenerator(seed: seed)
        let desk = try Self.withTeams()
        var rows: Rows = [:]
        for id in 0..<300 as Range<Int64> { rows[id * 3 - 450] = Self.row(id * 3 - 450, &random) }
        try Self.insert(desk, rows.keys.shuffled(using: &random), rows)
        try Self.expectSame(desk, rows, seed)

        // Close together and far apart, in order and not; with indexes and without.
        for (share, names) in [(1, ["score", "team"]), (2, ["rating"]), (40, ["name", "score"])] {
            var chosen = rows.keys.sorted().filter { _ in Int.random(in: 0..<share, using: &random) == 0 }
            for id in chosen {
                let new = Self.row(id, &random)
                for name in names { rows[id]?[name] = new[name] }
            }
            if Bool.random(using: &random) { chosen.shuffle(using: &random) }
            #expect(try Self.update(desk, chosen, rows, names) == [], "seed \(seed)")
        }
        try Self.expectSame(desk, rows, seed)

        // Unique values go round.
        let ids = rows.keys.sorted()
        let emails = ids.map { rows[$0]?["email"] }
        for (position, id) in ids.enumerated() { rows[id]?["email"] = emails[(position + 1) % ids.count] }
        #expect(try Self.update(desk, ids, rows, ["email"]) == [], "seed \(seed)")
        let gone = ids.filter { _ in Bool.random(using: &random) }
        #expect(try Self.delete(desk, gone) == [], "seed \(seed)")
        for id in gone { rows[id] = nil }
        try Self.expectSame(desk, rows, seed)
    }

    @Test func rowsThatAreNotThereAreConflictsWhateverStandsBesideThem() throws {
        let seed = UInt64.random(in: 0 ... .max)
        var random = SeededGenerator(seed: seed)
        let desk = try Self.withTeams()
        var rows: Rows = [:]
        for id in 0..<600 as Range<Int64> { rows[id] = Self.row(id, &random) }
        let present = (0..<600 as Range<Int64>).filter { $0 < 100 ? $0 % 2 == 0 : $0 % 60 == 0 }
        try Self.insert(desk, present, rows)
        // 100 to 120 follow upon each other and none of them is there; 605 lies behind all rows.
        var wanted: [Int64] = Array(0..<121) + [180, 181, 240, 300, 599, 605]
        let missing = wanted.filter { !present.contains($0) }.map { ObjectKey.integer($0) }
        for _ in 0..<2 {
            #expect(Set(try Self.update(desk, wanted, rows, ["score"])) == Set(missing), "seed \(seed)")
            #expect(Set(try Self.delete(desk, wanted)) == Set(missing), "seed \(seed)")
            wanted.shuffle(using: &random)
        }
        #expect(try desk.rows("Player").count == present.count)
    }

    @Test func aKeyThatComesTwiceInOneSaveIsRefusedInAnyOrder() throws {
        var random = SeededGenerator(seed: 1)
        let rows: Rows = Dictionary(
            uniqueKeysWithValues: (0..<100 as Range<Int64>).map { ($0, Self.row($0, &random)) })
        for ids in [Array(0..<100) + [99], [7] + Array(0..<100), [50, 3, 50]] as [[Int64]] {
            let desk = try Self.withTeams()
            let error = try #require(failure { try Self.insert(desk, ids, rows) })
            #expect(error.code == .constraint && error.context.constraint == .primaryKey)
            #expect(try desk.rows("Player").isEmpty)
        }
    }
}
