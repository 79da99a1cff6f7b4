internal import Granary

/// Work whose instructions are counted.
struct CountedRow: Sendable {
    /// A short name, which the table of thresholds has.
    let name: String
    /// How many rounds are counted: so many that they take 30 million instructions or more in memory, since whole runs vary
    /// by a hundred thousand.
    let rounds: Int
    /// Does the work once, in a unit of work; rounds have numbers from 0.
    let work: @Sendable (PersistentStack, _ round: Int) async throws -> Void

    init(
        _ name: String, rounds: Int,
        _ work: @escaping @Sendable (PersistentStack, _ round: Int) async throws -> Void
    ) {
        self.name = name
        self.rounds = rounds
        self.work = work
    }

    /// Does the work so many times, after once to warm up.
    func run(_ stack: PersistentStack, rounds: Int) async throws {
        for round in 0...rounds { try await work(stack, round) }
    }
}
