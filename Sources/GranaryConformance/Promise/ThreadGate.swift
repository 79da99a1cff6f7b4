import Dispatch

/// Blocks threads until it is opened.
package final class ThreadGate: Sendable {
    private let semaphore = DispatchSemaphore(value: 0)

    /// Makes a closed gate.
    package init() {}

    /// Blocks the thread until the gate is open.
    package func pass() {
        semaphore.wait()
        semaphore.signal()
    }

    /// Opens the gate for all threads.
    package func open() { semaphore.signal() }
}
