import Granary
import GranaryConformance
import Testing

/// The evaluator against a second reading of the language, on random expressions and rows.
@Suite struct RandomExpressionTests {
    @Test(.timeLimit(.minutes(2)), arguments: 0..<6)
    func evaluatorAndSecondReadingAgree(run: Int) throws {
        let seed = UInt64.random(in: 0 ... .max)
        var expressions = RandomExpressions(random: SeededGenerator(seed: seed))
        let world = try EvaluationWorld()
        world.add("Team", ["id": .integer(1), "name": .text("ab")])
        world.add("Team", ["id": .integer(2)])
        for (label, size) in [("x", 1), ("y", 5), ("z", 10)] as [(String, Int64)] {
            world.add("Tag", ["label": .text(label), "size": .integer(size)])
        }
        let rows = (0..<20 as Range<Int64>).map { id in
            for label in ["x", "y", "z"] where expressions.chance(3) { world.tag(id, label) }
            return world.add("Player", expressions.player(id))
        }
        let naive = NaiveEvaluator(world: world)
        let entity = try world.binder().entity
        for step in 0..<150 {
            let tree = run.isMultiple(of: 2) ? expressions.condition(4) : expressions.integer(3)
            let bound = try world.binder().bind(tree)
            for row in rows {
                let found = Result { try bound.evaluate(row, in: world) }
                let expected = Result { try naive.value(tree, (row, entity)) }
                #expect(Self.isSame(found, expected), "seed \(seed), step \(step): \(tree)")
                if case .failure = found { #expect(bound.canFail) }
                if case .success(.integer(let number)) = found, let range = bound.range {
                    #expect(range.contains(number), "seed \(seed), step \(step): \(tree)")
                }
                guard case .success(let value) = found, bound.kind == .value(.bool) else { continue }
                #expect(try bound.holds(row, in: world) == (value == .bool(true)))
            }
        }
    }

    private static func isSame(_ left: Result<Value, any Error>, _ right: Result<Value, any Error>) -> Bool {
        switch (left, right) {
        // A condition that is nil counts as false; which of the two it is decides nothing.
        case (.success(let a), .success(let b)): a == b
        case (.failure(let a), .failure(let b)): (a as? GranaryError)?.code == (b as? GranaryError)?.code
        default: false
        }
    }
}
