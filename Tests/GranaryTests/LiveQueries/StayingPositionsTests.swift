import GranaryConformance
import GranaryTestSupport
import Testing

@testable import Granary

/// The objects that stay are found again in the former result.
@Suite(.timeLimit(.minutes(1))) struct StayingPositionsTests {
    @Test func stayingObjectsKeepTheirOrder() {
        for seed in 0..<500 as Range<UInt64> {
            var generator = SeededGenerator(seed: seed)
            let former = Array(0..<Int.random(in: 0..<12, using: &generator))
            let left = former.filter { _ in Int.random(in: 0..<3, using: &generator) == 0 }
            let entered = (0..<3).map { _ in Int.random(in: 0..<16, using: &generator) }
            var changes = left.map { ResultChange<Int>.delete(at: $0, former[$0]) }
            var new = former.filter { !left.contains($0) }
            for position in Set(entered).sorted() where position <= new.count {
                new.insert(-1, at: position)
                changes.append(.insert(at: position, -1))
            }
            let staying = StayingPositions(changes.shuffled(using: &generator))
            for (position, item) in new.enumerated() where item >= 0 {
                #expect(staying.former(of: position) == item, "seed \(seed)")
            }
        }
    }
}
