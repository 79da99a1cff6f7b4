internal import Granary
internal import GranarySQL

/// The connections of a store: so many at a time, idle ones kept open with their prepared statements.
final class SessionPool: @unchecked Sendable {  // lock: every variable is only used inside `monitor`.
    private let monitor = Monitor()
    private let limit: Int
    private let timeout: Int
    private let place: StorePlace
    private var idle: [Connection]
    private var inUse = 0
    private var isClosed = false
    private var onEmpty: (() -> Void)?

    /// Makes a pool with one idle connection; the timeout is in milliseconds.
    init(limit: Int, timeout: Int, place: StorePlace, _ connection: Connection) {
        idle = [connection]
        self.limit = limit
        self.timeout = timeout
        self.place = place
    }

    /// An idle connection, or a new one while there are fewer than the limit; else waits for one.
    ///
    /// - Throws: ``GranaryError/Code/timeout`` when none becomes free, ``GranaryError/Code/closed``;
    ///   ``GranaryError/Code/cancelled`` once the wait is cancelled.
    func take(_ wait: SessionWait?, orOpen open: () throws -> Connection) throws -> Connection {
        if let connection = try reserve(wait) { return connection }
        do {
            return try open()
        } catch {
            release(nil)
            throw error
        }
    }

    /// Takes back a connection; when the pool is closed, closes it.
    func giveBack(_ connection: Connection) { release(connection) }

    /// Closes idle connections and refuses new ones; the closure runs once no connection is in use.
    func close(_ onEmpty: @escaping () -> Void) {
        let finish = monitor.withLock { () -> (() -> Void)? in
            if isClosed { return nil }
            isClosed = true
            for connection in idle { connection.close() }
            idle = []
            monitor.wakeAll()
            if inUse == 0 { return onEmpty }
            self.onEmpty = onEmpty
            return nil
        }
        finish?()
    }

    /// An idle connection; `nil` when a place for a new one has been reserved.
    private func reserve(_ wait: SessionWait?) throws -> Connection? {
        try monitor.withLock {
            let deadline = Deadline(millisecondsFromNow: timeout)
            wait?.onCancel { [monitor] in monitor.withLock { monitor.wakeAll() } }
            while true {
                if isClosed { throw place.error(.closed, "The store is closed. Open it again.") }
                if let connection = idle.popLast() {
                    inUse += 1
                    return connection
                }
                if inUse < limit {
                    inUse += 1
                    return nil
                }
                if let wait, wait.isCancelled { throw wait.error }
                guard monitor.wait(until: deadline) else {
                    throw place.error(
                        .timeout,
                        "All \(limit) sessions of the store are in use. End units of work sooner, or raise the option sessions."
                    )
                }
            }
        }
    }

    private func release(_ connection: Connection?) {
        let finish = monitor.withLock { () -> (() -> Void)? in
            inUse -= 1
            if let connection {
                if isClosed { connection.close() } else { idle.append(connection) }
            }
            monitor.wakeAll()
            guard isClosed, inUse == 0 else { return nil }
            defer { onEmpty = nil }
            return onEmpty
        }
        finish?()
    }
}
