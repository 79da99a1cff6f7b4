import Dispatch

/// Holds threads until it is opened.
final class ThreadGate: Sendable {
    private let semaphore = DispatchSemaphore(value: 0)

    /// Blocks the thread until the gate is open.
    func pass() {
        semaphore.wait()
        semaphore.signal()
    }

    /// Lets everybody pass from now on.
    func open() { semaphore.signal() }
}
