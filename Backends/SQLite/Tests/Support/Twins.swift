import FoundationEssentials
import Granary
import GranaryConformance
import GranarySQLite
import Testing

/// An SQLite store and the reference store with the same content, and sessions of both.
struct Twins {
    let harness: Harness
    let store: any Store
    let session: any StoreSession
    let reference: any StoreSession

    init(_ schema: Schema? = nil) throws {
        harness = try Harness(schema)
        store = try harness.open()
        session = try store.makeSession()
        reference = try ReferenceBackend.open(harness.request()).makeSession()
    }

    func close() throws {
        session.end()
        try store.close()
    }

    /// Commits to both and returns what SQLite said; both must say the same.
    @discardableResult
    func commit(_ changes: ChangeSet) throws -> CommitResult {
        let expected = try reference.commit(changes)
        let result = try session.commit(changes)
        #expect(Set(result.conflicts) == Set(expected.conflicts))
        return result
    }

    /// Fills the stores with a league: every value that may be missing is missing in some rows.
    func fill(_ generator: inout SeededGenerator, players: Int = 40) throws {
        let (team, player, tag, match) = try (
            harness.entity("Team"), harness.entity("Player"), harness.entity("Tag"), harness.entity("Match")
        )
        var changes = ChangeSet()
        changes.inserts = [
            InsertBatch(entity: team, rows: (1...6).map { Samples.team(Int64($0), &generator) }),
            InsertBatch(
                entity: tag,
                rows: Samples.codes.map { DynamicRow(["code": .text($0), "label": .text("l" + $0)]) }),
            InsertBatch(
                entity: player,
                rows: (1...players).map { Samples.player(UInt64($0), of: players, &generator) }),
            InsertBatch(entity: match, rows: (1...20).map { Samples.match(Int64($0), &generator) }),
        ]
        let table = try #require(harness.schema.links.first)
        var links = LinkBatch(table: table)
        for number in 1...players {
            for code in Samples.codes where Bool.random(using: &generator) {
                let pair = (ObjectKey.uuid(UUID(number: UInt64(number))), ObjectKey.text(code))
                links.added.append(table.firstEntity.name == "Player" ? pair : (pair.1, pair.0))
            }
        }
        changes.links = [links]
        try commit(changes)
    }
}

/// Random rows with few different values, so that comparisons have something to find.
enum Samples {
    static let codes = ["", "a", "ä", "b%", "_x"]
    static let texts = [
        "", "a", "A", "ab", "abc", "ä", "a\u{308}", "b%c", "b_c", "a*[b]?", "\u{7f}", "\u{d7ff}",
        "\u{10ffff}z", "zz",
    ]
    static let integers: [Int64] = [-2, -1, 0, 1, 2, 3, .max, .min, 1 << 53, (1 << 53) + 1]
    static let reals: [Double] = [-1.5, 0, 0.5, 1, 2, 1e300, -1e300, .infinity, 9_007_199_254_740_992]
    static let dates: [Int64] = [
        -62_135_596_800_000_000, -1, 0, 1, 999_999, 951_782_400_000_000, 951_868_799_999_999,
        1_709_251_199_000_001,
        253_402_300_799_999_999,
    ]
    static let decimals = ["-10.5", "-1", "-0.001", "0", "0.10", "1", "2", "10", "1e30"].map {
        Decimal(string: $0) ?? 0
    }

    static func maybe(_ value: Value, _ generator: inout SeededGenerator) -> Value {
        Int.random(in: 0..<4, using: &generator) == 0 ? .null : value
    }

    static func pick<T>(_ values: [T], _ generator: inout SeededGenerator) -> T {
        values[Int.random(in: 0..<values.count, using: &generator)]
    }

    static func team(_ id: Int64, _ generator: inout SeededGenerator) -> DynamicRow {
        DynamicRow([
            "id": .integer(id), "name": .text("Team \(id)"),
            "founded": maybe(.date(pick(dates, &generator)), &generator),
            "budget": maybe(.decimal(pick(decimals, &generator)), &generator),
        ])
    }

    static func player(_ number: UInt64, of count: Int, _ generator: inout SeededGenerator) -> DynamicRow {
        let row = DynamicRow([
            "id": .uuid(UUID(number: number)), "name": .text(pick(texts, &generator)),
            "nick": maybe(.text(pick(texts, &generator)), &generator),
            "score": .integer(pick(integers, &generator)),
            "bonus": maybe(.integer(pick(integers, &generator)), &generator),
            "rating": maybe(.real(pick(reals, &generator)), &generator),
            "active": .bool(Bool.random(using: &generator)),
            "born": maybe(.date(pick(dates, &generator)), &generator),
            "photo": maybe(.data(Data(pick(texts, &generator).utf8)), &generator),
            "salary": maybe(.decimal(pick(decimals, &generator)), &generator),
            "extra": maybe(.text("{}"), &generator),
        ])
        if Bool.random(using: &generator) {
            row.refer("team", to: .integer(Int64.random(in: 1...6, using: &generator)))
        }
        if Bool.random(using: &generator) {
            row.refer(
                "mentor", to: .uuid(UUID(number: UInt64.random(in: 1...UInt64(count), using: &generator))))
        }
        return row
    }

    static func match(_ number: Int64, _ generator: inout SeededGenerator) -> DynamicRow {
        let row = DynamicRow([
            "day": .date(pick(dates, &generator)), "place": .text(pick(texts, &generator)),
            "number": .integer(number),
            "crowd": maybe(.integer(number), &generator),
        ])
        row.refer("home", to: .integer(Int64.random(in: 1...6, using: &generator)))
        return row
    }
}
