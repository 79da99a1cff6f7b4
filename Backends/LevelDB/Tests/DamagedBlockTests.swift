import Foundation
import Granary
import GranaryLevelDB
import GranaryTestSupport
import Testing

/// A damaged block in the middle of a table: every read that needs its content reports it, and nothing is left
/// out.
@Suite(.timeLimit(.minutes(2))) struct DamagedBlockTests {
    private static let count: Int64 = 5_000

    /// An open store of many teams with different names, with one byte flipped in a part of its largest table.
    private struct Damaged {
        let harness: Harness
        let store: any Store
        let session: any StoreSession
        let team: Entity

        init(at part: Double) throws {
            harness = try Harness(schema: Harness.schema([.init("name", .text, isUnique: true)]))
            try harness.fillAtOnce(1...DamagedBlockTests.count)
            try harness.damageLargestTable(at: part)
            store = try harness.open()
            session = try store.makeSession()
            team = try harness.team()
        }

        /// The keys that a request finds.
        func ids(_ change: (inout FetchRequest) -> Void = { _ in }) throws -> [Int64] {
            var request = FetchRequest(entity: team)
            change(&request)
            let cursor = try session.fetch(request).cursor
            defer { cursor.close() }
            var ids: [Int64] = []
            while try cursor.advance() { ids.append(try cursor.integer(at: 0)) }
            return ids
        }

        /// The keys that cannot be looked up.
        func lost() throws -> [Int64] {
            try (1...DamagedBlockTests.count).filter { id in
                let error = failure { _ = try ids { $0.selection = .keys([.integer(id)]) } }
                if let error, error.code != .corrupt { throw error }
                return error != nil
            }
        }

        func insert(_ id: Int64, _ name: String) throws {
            var changes = ChangeSet()
            changes.inserts = [
                InsertBatch(entity: team, rows: [Record(of: team, values: [.integer(id), .text(name)])])
            ]
            _ = try session.commit(changes)
        }

        func end() throws {
            session.end()
            try store.close()
        }
    }

    private func expectCorrupt(
        _ what: String, sourceLocation: SourceLocation = #_sourceLocation, _ body: () throws -> Void
    ) {
        let error = failure(body)
        #expect(
            error?.code == .corrupt, "\(what): \(String(describing: error))", sourceLocation: sourceLocation)
    }

    @Test func rowsInADamagedBlockAreMissedByNobody() throws {
        let damaged = try Damaged(at: 1.0 / 6)
        let lost = try damaged.lost()
        let (first, last) = (try #require(lost.first), try #require(lost.last))
        #expect(lost == Array(first...last) && first > 1 && last < Self.count)
        expectCorrupt("all") { _ = try damaged.ids() }
        expectCorrupt("backwards") {
            _ = try damaged.ids { $0.sort = [SortTerm(.attribute(path: [], name: "id"), isDescending: true)] }
        }
        expectCorrupt("count") { _ = try damaged.session.count(FetchRequest(entity: damaged.team)) }
        expectCorrupt("limit behind the block") { _ = try damaged.ids { $0.limit = Int(first) + 10 } }
        expectCorrupt("one step into the block") { _ = try damaged.ids { $0.limit = Int(first) } }
        expectCorrupt("a range that ends in the block") {
            _ = try damaged.ids {
                $0.predicate = .compare(
                    .less, .attribute(path: [], name: "id"), .literal(.integer(first + 2)))
            }
        }
        // What does not need the block can be had, with the same session and so the same cursors.
        #expect(try damaged.ids { $0.limit = Int(first) - 1 } == Array(1..<first))
        let behind = try damaged.ids {
            $0.predicate = .compare(.greater, .attribute(path: [], name: "id"), .literal(.integer(last)))
        }
        #expect(behind == Array((last + 1)...Self.count))
        let others = Array(1..<first) + Array((last + 1)...Self.count)
        #expect(try damaged.ids { $0.selection = .keys(others.map(ObjectKey.integer)) } == others)
        try damaged.end()
    }

    @Test func aKeyInADamagedBlockIsNotTakenForANewOne() throws {
        let damaged = try Damaged(at: 1.0 / 6)
        let lost = try damaged.lost()
        try #require(!lost.isEmpty)
        for id in lost { expectCorrupt("\(id)") { try damaged.insert(id, "new \(id)") } }
        try damaged.insert(Self.count + 1, "behind all")
        try damaged.end()
    }

    @Test func aUniqueValueInADamagedBlockIsNotTakenForANewOne() throws {
        let damaged = try Damaged(at: 5.0 / 6)
        var codes: Set<GranaryError.Code?> = []
        for id in 1...Self.count {
            codes.insert(failure { try damaged.insert(Self.count + id, Harness.name(id)) }?.code)
        }
        #expect(codes == [.corrupt, .constraint])
        #expect(try damaged.ids() == Array(1...Self.count))
        try damaged.end()
    }
}
