import Granary
import GranaryConformance

/// A unit of work that has begun, and stands still until it is ended.
final class StandingWork: Sendable {
    private let gate: ThreadGate
    private let work: Task<Int, any Error>

    /// Begins one that counts objects in the end.
    init<M: Model>(in stack: PersistentStack, counting query: Query<M> = Trip.all) async {
        let (begun, gate) = (TaskGate(), ThreadGate())
        self.gate = gate
        work = Task {
            try await stack.perform { context in
                begun.open()
                gate.pass()
                return try context.count(query)
            }
        }
        await begun.wait()
    }

    // A promise that is broken before waits for nothing.
    deinit { gate.open() }

    /// Lets it go on to its end; returns what it has counted.
    func end() async throws -> Int {
        gate.open()
        return try await work.value
    }
}
