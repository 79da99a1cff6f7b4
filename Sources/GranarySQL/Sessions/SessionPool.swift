internal import Dispatch
package import GranaryStore

/// The connections of a store: a limited number at a time, with idle ones kept open for their prepared statements.
///
/// The connection returned last is taken first, so those that are not needed grow old. Old ones are closed by a timer,
/// and those with a limited lifetime also when a connection is taken.
package final class SessionPool<Connection: PooledConnection>: @unchecked Sendable {  // lock: `monitor`.
    private let monitor = Monitor()
    private let limit: Int
    private let timeout: Int
    private let place: StorePlace
    /// The idle connections; each is a `Connection`.
    // As an array of `Connection`, it would ask the runtime for metadata and witnesses at every use.
    private var idle: [any PooledConnection]
    private var inUse = 0
    private var isClosed = false
    private var onEmpty: (() -> Void)?
    /// The time of the next check of idle connections.
    private var sweep: Deadline?

    /// Makes a pool with one idle connection; the timeout is in milliseconds.
    package init(limit: Int, timeout: Int, place: StorePlace, _ connection: Connection) {
        idle = [connection]
        self.limit = limit
        self.timeout = timeout
        self.place = place
        monitor.withLock { scheduleSweep(for: connection) }
    }

    /// A working connection: an idle one, or a new one below the limit; waits for one otherwise.
    ///
    /// - Throws: ``GranaryError/Code/timeout`` if none becomes free, ``GranaryError/Code/closed``,
    ///   ``GranaryError/Code/cancelled`` if the wait is cancelled, and errors of opening a connection.
    package func acquire(_ wait: SessionWait?, orOpen open: () throws -> Connection) throws -> Connection {
        while let connection = try reserve(wait) {
            // Outside of the lock, since this may ask a server.
            if connection.wakes() {
                return unsafeDowncast(connection, to: Connection.self)  // safe: only those are kept.
            }
            connection.close()
            endUse(keeping: nil)
        }
        do {
            return try open()
        } catch {
            endUse(keeping: nil)
            throw error
        }
    }

    /// Takes a connection back; closes it if it cannot be reused or the pool is closed.
    package func release(_ connection: Connection) {
        guard connection.isReusable else {
            connection.close()
            return endUse(keeping: nil)
        }
        connection.rest()
        endUse(keeping: connection)
    }

    /// Closes idle connections and refuses new ones; the closure runs once no connection is in use.
    package func close(_ onEmpty: @escaping () -> Void = {}) {
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

    /// An idle connection; `nil` if a place for a new one was reserved.
    private func reserve(_ wait: SessionWait?) throws -> (any PooledConnection)? {
        try monitor.withLock { () throws -> (any PooledConnection)? in
            var deadline: Deadline?
            wait?.onCancel { [monitor] in monitor.withLock { monitor.wakeAll() } }
            while true {
                if isClosed { throw place.error(.closed, "The store is closed. Open it again.") }
                // Else the last one is the youngest, and only the timer looks for old ones.
                if idle.last?.mayEndOutOfTurn == true { closeOld() }
                if let connection = idle.popLast() {
                    inUse += 1
                    return connection
                }
                if inUse < limit {
                    inUse += 1
                    return nil
                }
                if let wait, wait.isCancelled { throw wait.error }
                // Only who waits reads the clock.
                let end = deadline ?? Deadline(millisecondsFromNow: timeout)
                deadline = end
                guard monitor.wait(until: end) else { throw allInUse }
            }
        }
    }

    private var allInUse: GranaryError {
        place.error(
            .timeout,
            "All \(limit) sessions of the store are in use. End units of work sooner, or raise the option sessions."
        )
    }

    private func endUse(keeping connection: (any PooledConnection)?) {
        let finish = monitor.withLock { () -> (() -> Void)? in
            inUse -= 1
            if let connection { keep(connection) }
            monitor.wakeAll()
            guard isClosed, inUse == 0 else { return nil }
            defer { onEmpty = nil }
            return onEmpty
        }
        finish?()
    }

    private func keep(_ connection: any PooledConnection) {
        if isClosed { return connection.close() }
        idle.append(connection)
        scheduleSweep(for: connection)
    }
}

// MARK: Old connections

extension SessionPool {
    /// Closes the idle connections whose time is over, once the time of the first one is.
    private func closeOld() {
        guard let sweep, sweep.isPast else { return }
        self.sweep = nil
        let last = inUse == 0 && idle.last?.staysAlone == true ? idle.popLast() : nil
        idle.removeAll { connection in
            guard connection.idleTimeLeft == 0 else { return false }
            connection.retire()
            return true
        }
        for connection in idle { scheduleSweep(for: connection) }
        // The next session takes it first, and its time begins anew when it is returned.
        if let last { idle.append(last) }
    }

    /// Schedules a check for when the time of a connection is over; the pool may be deallocated by then.
    private func scheduleSweep(for connection: any PooledConnection) {
        // The check for another one comes first, and then schedules that for this one.
        if sweep != nil, !connection.mayEndOutOfTurn { return }
        guard let left = connection.idleTimeLeft else { return }
        // Both are rounded.
        if let sweep, -sweep.millisecondsSince <= left + 1 { return }
        sweep = Deadline(millisecondsFromNow: left + 1)
        // A little later, so that the check is not too early.
        DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(left + 3)) { [weak self] in
            self?.sweepIdle()
        }
    }

    private func sweepIdle() { monitor.withLock { closeOld() } }
}
