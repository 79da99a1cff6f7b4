internal import Granary

/// Work whose instructions are counted.
struct CountedRow: Sendable {
    /// A short name, which the table of thresholds has.
    let name: String
    /// How many rounds are counted: so many that they take 30 million instructions or more in memory, since whole runs vary
    /// by a hundred thousand.
    let rounds: Int
    /// Does the work once; rounds have numbers from 0.
    let work: @Sendable (PersistentStack, _ round: Int) async throws -> Void

    /// Does the work so many times, after once to warm up.
    func run(_ stack: PersistentStack, rounds: Int) async throws {
        for round in 0...rounds { try await work(stack, round) }
    }

    /// Work in one unit of work, with a new context.
    init(_ name: String, rounds: Int, _ work: @escaping @Sendable (any Context, _ round: Int) throws -> Void)
    {
        self.name = name
        self.rounds = rounds
        self.work = { stack, round in try await stack.perform { try work($0, round) } }
    }
}
