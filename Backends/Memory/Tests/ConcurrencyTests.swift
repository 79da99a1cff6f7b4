import Dispatch
import Granary
import GranaryConformance
import GranaryMemory
import GranaryTestSupport
import Synchronization
import Testing

/// Many threads on one store: every snapshot is consistent, and no save is lost.
@Suite struct ConcurrencyTests {
    static let accounts: Int64 = 20

    /// Moves points between players, and returns how often that succeeded.
    private static func transfer(_ desk: Desk, seed: UInt64, times: Int) throws -> Int {
        var random = SeededGenerator(seed: seed)
        var succeeded = 0
        for _ in 0..<times {
            let from = Int64.random(in: 0..<accounts, using: &random)
            let to = Int64.random(in: 0..<accounts, using: &random)
            if from == to { continue }
            let rows = try [from, to].map { try desk.row("Player", .integer($0)) ?? [] }
            var changes = Desk.Changes(desk: desk)
            for (row, change) in zip(rows, [-1, 1] as [Int64]) {
                guard case .integer(let score) = row[4], case .integer(let version)? = row.last else {
                    continue
                }
                try changes.update(
                    "Player", .integer(change < 0 ? from : to), version: version,
                    ["score": .integer(score + change)])
            }
            if try desk.session.commit(changes.set).conflicts.isEmpty { succeeded += 1 }
        }
        return succeeded
    }

    @Test(.timeLimit(.minutes(2)))
    func snapshotsAreConsistentWhileOthersSave() throws {
        let desk = try Desk()
        try desk.commit {
            for id in 0..<Self.accounts {
                try $0.insert("Player", ["id": .integer(id), "name": .text("p"), "score": .integer(100)])
            }
        }
        let desks = try (0..<6).map { _ in UncheckedDesk(try desk.another()) }
        let outcome = Mutex((saves: 0, problems: [String]()))
        let seed = UInt64.random(in: 0 ... .max)
        DispatchQueue.concurrentPerform(iterations: desks.count) { index in
            do {
                if index < 3 {
                    let count = try Self.transfer(desks[index].desk, seed: seed &+ UInt64(index), times: 300)
                    outcome.withLock { $0.saves += count }
                } else {
                    for _ in 0..<200 {
                        try desks[index].desk.session.refresh()
                        let (first, second) = (
                            try Self.total(desks[index].desk), try Self.total(desks[index].desk)
                        )
                        if first != 2000 || second != 2000 {
                            outcome.withLock { $0.problems.append("\(first), \(second)") }
                        }
                    }
                }
            } catch {
                outcome.withLock { $0.problems.append("\(error)") }
            }
        }
        let result = outcome.withLock { $0 }
        #expect(result.problems.isEmpty, "seed \(seed)")
        let last = try desk.another().commit { try $0.update("Player", .integer(0), ["name": .text("q")]) }
        #expect(last.version == Int64(result.saves) + 2, "every save has a number of its own")
    }

    /// The sum of all scores, by an index and by aggregation.
    private static func total(_ desk: Desk) throws -> Int64 {
        var request = AggregateRequest(rows: try desk.request("Player"))
        request.columns = [.sum(.own("score"))]
        guard case .integer(let sum)? = try desk.session.aggregate(request)?.first?.first else { return -1 }
        return sum
    }

    @Test(.timeLimit(.minutes(1)))
    func aSaveWaitsForAStagedOne() throws {
        let desk = try Desk()
        guard let staging = desk.session as? any StagingSession else { return #expect(Bool(false)) }
        var changes = Desk.Changes(desk: desk)
        try changes.insert("Tag", ["label": .text("a")])
        #expect(try staging.stage(changes.set).conflicts.isEmpty)
        let other = UncheckedDesk(try desk.another())
        let finished = Mutex<Int64>(0)
        let group = DispatchGroup()
        DispatchQueue.global().async(group: group) {
            let result = try? other.desk.commit { try $0.insert("Tag", ["label": .text("b")]) }
            finished.withLock { $0 = result?.version ?? -1 }
        }
        // Nothing proves that the other waits, but a wrong order of versions would show that it did not.
        try staging.finishStaged()
        group.wait()
        #expect(finished.withLock { $0 } == 2)
        #expect(try desk.row("Tag", .text("a"))?.last == .integer(1))
    }

    @Test func waitingForTheGateEnds() throws {
        let gate = CommitGate()
        try gate.enter(seconds: 0, unless: InterruptFlag())
        expectError(.locked) { try gate.enter(seconds: 0, unless: InterruptFlag()) }
        gate.leave()
        try gate.enter(seconds: 0, unless: InterruptFlag())
    }
}

/// A desk that is passed to one other thread.
private struct UncheckedDesk: @unchecked Sendable {  // safe: each is used by one thread only
    let desk: Desk

    init(_ desk: Desk) { self.desk = desk }
}
