import Granary
import GranaryConformance
import GranaryTestSupport
import Testing

/// The two sides of a one-to-one relationship agree in the store, however conflicts about them are settled.
@Suite(.timeLimit(.minutes(1))) struct PairConflictTests {
    private func stack() throws -> PersistentStack {
        let stack = try startedStack(of: [Carriage.self])
        let context = try stack.makeContext()
        for id in 1...4 { try context.insert(Carriage(id: id)) }
        try context.save()
        return stack
    }

    private func people(_ context: Context) throws -> [Carriage] { try context.fetch(Carriage.all) }

    /// Every pair of the store, after checking that both sides tell of it.
    private func pairs(_ stack: PersistentStack) throws -> [Int: Int] {
        let context = try stack.makeContext()
        var pairs: [Int: Int] = [:]
        for person in try people(context) {
            if let next = person.next {
                pairs[person.id] = next.id
                #expect(next.previous === person, "\(person.id) goes before \(next.id)")
            }
            if let previous = person.previous {
                #expect(previous.next === person, "\(person.id) comes after \(previous.id)")
            }
        }
        return pairs
    }

    private func others(_ stack: PersistentStack, _ change: ([Carriage]) -> Void) throws {
        let context = try stack.makeContext()
        change(try people(context))
        try context.save()
    }

    @Test(arguments: [
        (MergePolicy.storeWins, [1: 3]), (.memoryWins, [1: 2]), (.overwrite, [1: 2]), (.rollback, [1: 3]),
        (.custom { _ in .theirs }, [1: 3]), (.custom { _ in .mine }, [1: 2]),
    ])
    func bothSidesAgree(_ policy: MergePolicy, _ expected: [Int: Int]) throws {
        let stack = try stack()
        var options = stack.backgroundOptions
        options.mergePolicy = policy
        let context = try stack.makeContext(options)
        let mine = try people(context)
        mine[0].next = mine[1]
        try others(stack) { $0[0].next = $0[2] }
        try context.save()
        #expect(try pairs(stack) == expected)
        #expect(mine[0].next?.id == expected[1])
    }

    @Test func aRefreshFreesThePartner() throws {
        let stack = try stack()
        let context = try stack.makeContext()
        let mine = try people(context)
        mine[0].next = mine[1]
        try context.refresh(mine[0])
        #expect(mine[0].next == nil && mine[1].previous == nil)
        try context.save()
        #expect(try pairs(stack).isEmpty)
    }

    /// Two contexts, random pairs, and every policy that lets both save.
    @Test(arguments: 1...40 as ClosedRange<UInt64>) func randomPairsAgree(_ seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let stack = try stack()
        var options = stack.backgroundOptions
        let policies: [MergePolicy] = [.storeWins, .memoryWins, .overwrite, .rollback]
        options.mergePolicy = policies.randomElement(using: &random) ?? .storeWins
        let contexts = [try stack.makeContext(options), try stack.makeContext(options)]
        let known = [try people(contexts[0]), try people(contexts[1])]
        for _ in 0..<12 {
            let side = Int.random(in: 0...1, using: &random)
            let (one, other) = (
                known[side].randomElement(using: &random), known[side].randomElement(using: &random)
            )
            if Bool.random(using: &random) { one?.next = other } else { one?.previous = nil }
            if Int.random(in: 0..<3, using: &random) == 0 { try contexts[side].save() }
        }
        for context in contexts { try context.save() }
        _ = try pairs(stack)
    }
}

@Model final class Carriage {
    var id: Int
    @Relationship var next: Carriage?
    @Relationship(inverse: \Carriage.next) var previous: Carriage?
}
