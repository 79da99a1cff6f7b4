import GranaryConformance
import GranaryTestSupport
import Testing

@testable import Granary

/// Differences between results lead from one to the other, and move no more than they have to.
@Suite(.timeLimit(.minutes(1))) struct ResultDifferenceTests {
    private func rows(_ keys: [Int], version: Int) -> [LiveRow<Spot>] {
        keys.map { key in
            LiveRow(
                Spot.Snapshot(number: key, weight: key % 3 == 0 ? version : 0), key.keyBits, version: 0,
                order: [])
        }
    }

    @Test func randomResultsLeadToEachOther() {
        for seed in 0..<500 as Range<UInt64> {
            var generator = SeededGenerator(seed: seed)
            let former = Array((0..<12).shuffled(using: &generator).prefix(8))
            let new = Array(
                (0..<12).shuffled(using: &generator).prefix(Int.random(in: 0...12, using: &generator)))
            let (left, right) = (rows(former, version: 1), rows(new, version: 2))
            let changes = ResultDifference.changes(from: left[...], to: right[...])
            var applied = left.map(\.snapshot)
            applied.apply(changes)
            #expect(applied == right.map(\.snapshot), "seed \(seed)")
        }
    }

    @Test func oneObjectThatMovesIsTheOnlyDifference() {
        let changes = ResultDifference.changes(
            from: rows([1, 2, 4, 5, 7], version: 1)[...], to: rows([2, 4, 5, 1, 7], version: 1)[...])
        let (before, after) = (Spot.Snapshot(number: 1, weight: 0), Spot.Snapshot(number: 1, weight: 0))
        #expect(changes == [.move(from: 0, to: 3, before: before, after: after)])
    }

    @Test func equalResultsDoNotDiffer() {
        let changes = ResultDifference.changes(
            from: rows([3, 6, 9], version: 1)[...], to: rows([3, 6, 9], version: 1)[...])
        #expect(changes.isEmpty)
    }
}

@Model private final class Spot {
    @Attribute(.primaryKey) var number: Int
    var weight: Int
}
