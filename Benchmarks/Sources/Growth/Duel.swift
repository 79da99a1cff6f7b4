internal import Foundation
internal import Granary
public import Workload

/// Two ways to the same answer, measured alternately in the same store.
public struct Duel: Sendable {
    /// The measured way.
    public let name: String
    /// The way to compare it with.
    public let yardstick: String
    /// Where.
    public let ground: Ground
    /// How many times as long as the yardstick it may take; `nil` for one that is only printed.
    public let limit: Double?
    let prepare: @Sendable (PersistentStack, _ size: Int) throws -> Void
    let base: @Sendable (PersistentStack, _ size: Int, _ round: Int) throws -> Outcome
    let judged: @Sendable (PersistentStack, _ size: Int, _ round: Int) throws -> Outcome

    /// Does both once without counting, then as often as asked for; the outcomes of each round, the yardstick's first.
    public func measure(size: Int, rounds: Int, in parent: String) async throws -> [(Outcome, Outcome)] {
        let directory = URL(fileURLWithPath: parent).appendingPathComponent("duel-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: directory) }
        let stack = try ground.open(in: directory.path)
        try prepare(stack, size)
        var outcomes: [(Outcome, Outcome)] = []
        for round in 0...rounds {
            let pair = (try base(stack, size, 2 * round), try judged(stack, size, 2 * round + 1))
            try expect(pair.0.checksum, pair.1.checksum)
            if round > 0 { outcomes.append(pair) }
        }
        try await stack.close()
        return outcomes
    }
}
