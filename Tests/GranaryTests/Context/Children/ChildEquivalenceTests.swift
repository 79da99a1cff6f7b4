import Granary
import GranaryConformance
import GranaryTestSupport
import Testing

/// What is done in a child, and saved by way of its parents, is what a context by itself would have done.
@Suite(.timeLimit(.minutes(3))) struct ChildEquivalenceTests {
    @Test(arguments: [1, 2], [false, true]) func aChildDoesWhatAContextDoes(_ levels: Int, _ isSplit: Bool)
        throws
    {
        let first = ConformanceEffort.current.seed ?? UInt64.random(in: 0...1_000_000)
        let programs: UInt64 = ConformanceEffort.current.isLong ? 600 : 15
        // Those before the random ones once failed.
        for seed in [690_100, 17_591, 713_860] + (first..<(first + programs)) {
            for savesThrough in [false, true] {
                try run(seed, levels, split: isSplit, savesThrough: savesThrough)
            }
        }
    }

    private func run(_ seed: UInt64, _ levels: Int, split: Bool, savesThrough: Bool) throws {
        func difference(_ program: ChildProgram) throws -> String? {
            let plain = try ContextLine(levels: 0, split: split, savesThrough: false)
            let line = try ContextLine(levels: levels, split: split, savesThrough: savesThrough)
            for step in program.steps {
                let (expected, found) = (plain.outcome(of: step), line.outcome(of: step))
                if expected == found { continue }
                let tooMuch = Set(found).subtracting(expected).sorted()
                return
                    "after \(step) too much \(tooMuch), missing \(Set(expected).subtracting(found).sorted())"
            }
            return nil
        }
        var program = ChildProgram(seed: seed)
        guard try difference(program) != nil else { return }
        while let smaller = try program.smaller.first(where: { try difference($0) != nil }) {
            program = smaller
        }
        throw CheckFailed(
            description: """
                seed \(seed), \(levels) levels, split \(split), saves through \(savesThrough):
                \(program)
                \(try difference(program) ?? "")
                """)
    }
}

/// A context by itself, or a child and the contexts above it.
final class ContextLine {
    private let stack: PersistentStack
    /// From the one that saves to the stores to the one that programs work in.
    private let contexts: [Context]
    private var inner: Context { contexts[contexts.count - 1] }

    init(levels: Int, split: Bool, savesThrough: Bool) throws {
        stack = try makeStack(split: split)
        var options = ContextOptions()
        options.savesThroughParent = savesThrough
        var contexts = [try stack.makeContext()]
        for _ in 0..<levels {
            contexts.append(contexts[contexts.count - 1].makeChild(options))
        }
        self.contexts = contexts
        let league = contexts[0]
        for number in 0..<3 {
            let change: [ChildProgram.Change] = [
                .insertTeam(number), .insertPlayer(number, team: number, email: number),
                .insertContract(number, team: number), .insertTrophy(number, team: 0),
                .markNew(number, tag: number), .mark(number, tag: 0),
            ]
            for change in change { try change(in: league) }
        }
        try league.save()
    }

    /// What there is to see after a step.
    func outcome(of step: ChildProgram.Step) -> [String] {
        do {
            return try take(step)
        } catch {
            inner.rollback()
            return ["\((error as? GranaryError)?.code.rawValue ?? "\(error)")"]
        }
    }

    private func take(_ step: ChildProgram.Step) throws -> [String] {
        switch step {
        case .change(let change):
            try change(in: inner)
            return []
        case .look: return try League(inner).lines()
        case .rollBack: inner.rollback()
        case .refresh: try inner.refreshAll()
        case .save:
            try inner.save()
            return try League(inner).lines()
        case .saveAll:
            try saveAll()
            return try contexts.flatMap { try League($0).lines() }.uniqued
                + (try League(try stack.makeContext()).lines().map { "stored " + $0 })
        case .changeParent(let change): return try self.change(change, above: contexts.count - 1)
        case .changeMiddle(let change): return try self.change(change, above: min(1, contexts.count - 1))
        }
        return []
    }

    private func saveAll() throws {
        for context in contexts.reversed() { try context.save() }
    }

    /// Changes the context so many places above the innermost, after all below it is saved.
    private func change(_ change: ChildProgram.Change, above: Int) throws -> [String] {
        let place = contexts.count - 1 - above
        for context in contexts[(place + 1)...].reversed() { try context.save() }
        if contexts.count == 1 { try inner.save() }
        try change(in: contexts[place])
        if contexts.count == 1 { try inner.save() }
        for context in contexts[(place + 1)...] { try context.refreshAll() }
        return try League(inner).lines()
    }
}

extension [String] {
    /// The lines without repetitions, in order.
    fileprivate var uniqued: [String] { Set(self).sorted() }
}
