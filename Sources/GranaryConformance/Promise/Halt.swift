import Granary

/// A closure that stops midway until it is resumed.
final class Halt: Sendable {
    private let gate = ThreadGate()
    private let begun = AsyncStream<Void>.makeStream()

    /// Stops here; called by the closure.
    func stop() {
        begun.continuation.finish()
        gate.pass()
    }

    /// Waits until the closure has reached its stop.
    func reached() async { for await _ in begun.stream {} }

    /// Lets the closure go on.
    func goOn() { gate.open() }
}

extension PersistentStack {
    /// Begins a unit of work that stops at a halt before anything else; returns when it has stopped.
    func beginWork<R: Sendable>(
        behind halt: Halt, _ body: @escaping @Sendable (Context) throws -> R
    ) async -> Task<R, any Error> {
        let work = Task {
            try await perform { context in
                halt.stop()
                return try body(context)
            }
        }
        await halt.reached()
        return work
    }

    /// Begins a unit of work that stops at a halt, and then saves a tag; returns when it has stopped.
    func beginSavingTag(_ word: String, behind halt: Halt) async -> Task<Void, any Error> {
        await beginWork(behind: halt) { context in
            try context.insert(Tag(word: word))
            try context.save()
        }
    }
}
