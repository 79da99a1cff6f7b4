internal import CSQLite
internal import Granary
internal import Synchronization

/// Stops the running call of one session from another thread.
///
/// A request stays until a call of the session has thrown because of it, so one that comes between two
/// statements of a commit, or just before a call, is not lost. It ends with the session: late requests have
/// no effect on whoever uses the connections next.
final class Interruption: Sendable {
    private let requested = Atomic<Bool>(false)
    private let target = Mutex<Target>(Target())
    private let writeLock: FairLock

    private struct Target {
        var handle: EngineHandle?
        var isEnded = false
    }

    /// Makes an interruption that also wakes a session waiting for the right to write.
    init(wakes writeLock: FairLock) { self.writeLock = writeLock }

    /// Whether a call should stop.
    var isRequested: Bool { requested.load(ordering: .relaxed) }

    /// Asks for the running call to stop; from any thread.
    func request() {
        let isEnded = target.withLock { target in
            if target.isEnded { return true }
            requested.store(true, ordering: .relaxed)
            if let handle = target.handle { sqlite3_interrupt(handle.pointer) }
            return false
        }
        if !isEnded { writeLock.wakeAll() }
    }

    /// Names the connection that now works for the session.
    func aim(at handle: EngineHandle?) { target.withLock { $0.handle = handle } }

    /// Makes later requests go nowhere.
    func end() {
        target.withLock {
            $0.handle = nil
            $0.isEnded = true
        }
    }

    /// Throws when a call should stop.
    @inline(__always) func check() throws {
        if isRequested { throw takeError() }
    }

    /// The error of a call that failed: when the engine was interrupted, the request is thereby answered.
    func answered(by error: any Error) -> any Error {
        GranaryError.Code.cancelled ~= error ? takeError() : error
    }

    /// The error for an interrupted call; the request is then answered.
    func takeError() -> GranaryError {
        requested.store(false, ordering: .relaxed)
        return GranaryError(.cancelled, "The work was interrupted and rolled back.")
    }
}

/// A pointer to an open connection.
struct EngineHandle: @unchecked Sendable {  // safe: sqlite3_interrupt allows it.
    let pointer: OpaquePointer
}
