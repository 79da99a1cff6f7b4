#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#endif
internal import Granary

/// Work on a thread of its own: tests that wait take the threads of tasks, of which there may be only two.
package final class OtherThread: @unchecked Sendable {  // lock: `outcome` is only used inside `monitor`.
    private let monitor = Monitor()
    private var outcome: Result<Void, any Error>?

    /// Begins the work.
    package init(_ body: @escaping @Sendable () throws -> Void) {
        let work = Unmanaged.passRetained(
            Work { [self] in
                let outcome = Result { try body() }
                monitor.withLock {
                    self.outcome = outcome
                    monitor.wakeAll()
                }
            })
        var thread = pthread_t()
        pthread_create(
            &thread, nil,
            { argument in
                if let argument { Unmanaged<Work>.fromOpaque(argument).takeRetainedValue().body() }
                return nil
            }, work.toOpaque())
        pthread_detach(thread)
    }

    /// Whether the work has ended.
    package var isOver: Bool { monitor.withLock { outcome != nil } }

    /// Waits for the end of the work, two minutes at most; throws what it threw.
    package func finish() throws {
        try monitor.withLock {
            let deadline = Deadline(millisecondsFromNow: 120_000)
            while outcome == nil {
                guard monitor.wait(until: deadline) else { throw Endless() }
            }
            try outcome?.get()
        }
    }

    /// The work does not come to an end.
    private struct Endless: Error {}

    private final class Work {
        let body: () -> Void

        init(_ body: @escaping () -> Void) { self.body = body }
    }
}
