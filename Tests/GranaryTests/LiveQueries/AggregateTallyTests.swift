import GranaryConformance
import Testing

@testable import Granary

/// An aggregate that is kept up ends with the right result, whatever order saves are told in.
@Suite(.timeLimit(.minutes(1))) struct AggregateTallyTests {
    @Test func savesInAnyOrderLeadToWhatIsStored() throws {
        for seed in 0..<600 as Range<UInt64> { try run(seed) }
    }

    private func run(_ seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let schema = try Schema("Coins", models: [Coin.self])
        let entity = try #require(schema.entity(of: Coin.self))
        let value = ExpressionTree.attribute(path: [], name: "value")
        var request = AggregateRequest(rows: FetchRequest(entity: entity))
        request.groups = seed % 3 == 0 ? [] : [.attribute(path: [], name: "purse")]
        request.columns = [.count, .countOf(value), .sum(value), .average(value)]
        if seed % 2 == 0 { request.columns += [.minimum(value), .maximum(value)] }
        let binder = ExpressionBinder(entity, in: schema)
        var tally = try #require(try AggregateTally(request, binder))

        var stored: [Int: [Value]] = [:]
        for key in 0..<3 { stored[key] = row(key, &generator) }
        func begin() throws {
            var first = request
            first.columns = tally.firstColumns
            tally.begin(with: try results(first, stored, binder))
        }
        try begin()
        var untold: [(before: [Value]?, after: [Value]?)] = []
        for _ in 0..<30 {
            if Int.random(in: 0..<3, using: &generator) > 0 {
                let key = Int.random(in: 0..<5, using: &generator)
                let after = Int.random(in: 0..<4, using: &generator) == 0 ? nil : row(key, &generator)
                untold.append((stored[key], after))
                stored[key] = after
            } else if let index = untold.indices.randomElement(using: &generator) {
                let save = untold.remove(at: index)
                // What has been read since is told, and makes the query run again.
                if try !tell(save, &tally) { try readAgain(&untold, begin) }
            }
        }
        while let index = untold.indices.randomElement(using: &generator) {
            if try !tell(untold.remove(at: index), &tally) { try readAgain(&untold, begin) }
        }
        #expect(try tally.results() == results(request, stored, binder), "seed \(seed)")
    }

    /// Reads what is stored; saves that are told after that are known from their tickets, and read once more.
    private func readAgain(
        _ untold: inout [(before: [Value]?, after: [Value]?)], _ begin: () throws -> Void
    ) throws {
        untold = []
        try begin()
    }

    private func tell(_ save: (before: [Value]?, after: [Value]?), _ tally: inout AggregateTally) throws
        -> Bool
    {
        if let before = save.before, try !tally.remove(ValueRow(before)) { return false }
        if let after = save.after { try tally.add(ValueRow(after)) }
        return true
    }

    private func row(_ key: Int, _ generator: inout SeededGenerator) -> [Value] {
        let value = Int64.random(in: -3..<6, using: &generator)
        return [
            .integer(Int64(key)), .integer(Int64.random(in: 0..<3, using: &generator)),
            value == -3 ? .null : .integer(value),
        ]
    }

    private func results(_ request: AggregateRequest, _ rows: [Int: [Value]], _ binder: ExpressionBinder)
        throws -> [[Value]]
    {
        var evaluator = try AggregateEvaluator(request, binder)
        for row in rows.values { try evaluator.add(ValueRow(row), in: NullRow.shared) }
        return try evaluator.results()
    }
}

@Model private final class Coin {
    @Attribute(.primaryKey) var number: Int
    var purse: Int
    var value: Int?
}
