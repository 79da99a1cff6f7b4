import Foundation
import Granary
import GranaryLevelDB
import GranaryTestSupport
import Testing

/// A repaired store lacks rows, but what is left is consistent.
@Suite(.timeLimit(.minutes(2))) struct RepairTests {
    private static let all: ClosedRange<Int64> = 1...5_000

    @Test(arguments: [1.0 / 6, 1.0 / 2, 5.0 / 6])
    func indexesFitTheRowsAfterARepair(part: Double) throws {
        let harness = try Harness(schema: Harness.schema([.init("name", .text, isUnique: true)]))
        let team = try harness.team()
        try harness.fillAtOnce(Self.all)
        try harness.damageLargestTable(at: part)
        _ = try LevelDBStore.repair(harness.configuration)
        let kept = Set(try harness.ids())
        #expect(kept.count > Self.all.count / 2 && kept.isSubset(of: Self.all))
        let store = try harness.open()
        defer { try? store.close() }
        let session = try store.makeSession()
        defer { session.end() }
        for id in Self.all {
            var request = FetchRequest(entity: team)
            request.predicate = .compare(
                .equal, .attribute(path: [], name: "name"), .literal(.text(Harness.name(id))))
            let found = try session.count(request)
            try #require(found == (kept.contains(id) ? 1 : 0), "\(id)")
            var changes = ChangeSet()
            let row = Record(
                of: team, values: [.integer(Self.all.upperBound + id), .text(Harness.name(id))])
            changes.inserts = [InsertBatch(entity: team, rows: [row])]
            let error = failure { _ = try session.commit(changes) }
            try #require(error?.code == (kept.contains(id) ? .constraint : nil), "\(id)")
        }
        #expect(try session.count(FetchRequest(entity: team)) == Self.all.count)
    }
}
