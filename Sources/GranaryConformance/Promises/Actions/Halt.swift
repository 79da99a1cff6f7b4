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
