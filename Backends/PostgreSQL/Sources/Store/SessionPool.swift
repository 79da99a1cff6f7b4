internal import Dispatch
internal import Granary
internal import GranarySQL

/// The connections of a store: so many at a time, idle ones kept open with their prepared statements.
///
/// The connection that was given back last is taken first, so those that are not needed become old. Those that are too
/// old are closed when one is taken or given back, and at their time when nobody asks.
final class SessionPool: @unchecked Sendable {  // lock: every variable is only used inside `monitor`.
    private let monitor = Monitor()
    private let options: PostgreSQLOptions
    private let place: StorePlace
    private var idle: [Connection]
    private var inUse = 0
    private var isClosed = false
    /// When idle connections are looked at next.
    private var sweep: Deadline?

    /// Makes a pool with one idle connection.
    init(_ options: PostgreSQLOptions, place: StorePlace, _ connection: Connection) {
        idle = [connection]
        self.options = options
        self.place = place
        monitor.withLock { scheduleSweep(for: connection) }
    }

    /// A connection that works: an idle one, or a new one while there are fewer than the limit; else waits for one.
    ///
    /// - Throws: ``GranaryError/Code/timeout`` when none becomes free, ``GranaryError/Code/closed``,
    ///   ``GranaryError/Code/cancelled`` once the wait is cancelled, and what opening a connection throws.
    func take(_ wait: SessionWait? = nil) throws -> Connection {
        while let connection = try reserve(wait) {
            if isUsable(connection) { return connection }
            connection.close()
            release(nil)
        }
        do {
            return try ConnectionOpening(options: options, place: place).open()
        } catch {
            release(nil)
            throw error
        }
    }

    /// Replaces a connection that was lost, in the same place of the pool.
    func replace(_ connection: Connection, _ interruption: Interruption) throws -> Connection {
        connection.close()
        return try ConnectionOpening(options: options, place: place, interruption: interruption).open()
    }

    /// Takes back a connection; closes it when it is lost, too old, or the pool is closed.
    func giveBack(_ connection: Connection) {
        if connection.isBroken || connection.lifetimeLeft == 0 {
            connection.close()
            return release(nil)
        }
        connection.returned = Deadline(millisecondsFromNow: 0)
        connection.interruption = nil
        release(connection)
    }

    /// Closes idle connections and refuses new ones; those in use are closed when they are given back.
    func close() {
        monitor.withLock {
            isClosed = true
            for connection in idle { connection.close() }
            idle = []
            monitor.wakeAll()
        }
    }

    /// Whether an idle connection still works, as far as its age and a question to the server tell.
    private func isUsable(_ connection: Connection) -> Bool {
        if connection.isClosedByServer { return false }
        guard connection.returned.millisecondsSince >= options.checkAfter else { return true }
        connection.deadline = Deadline(millisecondsFromNow: options.connectTimeout)
        defer { connection.deadline = nil }
        do {
            try connection.sync()
            try connection.finish()
            return true
        } catch {
            return false
        }
    }

    /// An idle connection; `nil` when a place for a new one has been reserved.
    private func reserve(_ wait: SessionWait?) throws -> Connection? {
        try monitor.withLock {
            let deadline = Deadline(millisecondsFromNow: options.sessionTimeout)
            wait?.onCancel { [monitor] in monitor.withLock { monitor.wakeAll() } }
            while true {
                if isClosed { throw place.error(.closed, "The store is closed. Open it again.") }
                closeOld()
                if let connection = idle.popLast() {
                    inUse += 1
                    return connection
                }
                if inUse < options.sessions {
                    inUse += 1
                    return nil
                }
                if let wait, wait.isCancelled { throw wait.error }
                guard monitor.wait(until: deadline) else {
                    throw place.error(
                        .timeout,
                        "All \(options.sessions) connections of the store are in use. End units of work sooner, or raise the option sessions."
                    )
                }
            }
        }
    }

    /// Closes the idle connections whose time is over, once that of the first of them is.
    private func closeOld() {
        guard let sweep, sweep.isPast else { return }
        self.sweep = nil
        idle.removeAll { connection in
            guard connection.idleTimeLeft == 0 else { return false }
            connection.close()
            return true
        }
        for connection in idle { scheduleSweep(for: connection) }
    }

    /// Has idle connections looked at when the time of one of them is over; the pool may be gone by then.
    private func scheduleSweep(for connection: Connection) {
        guard let left = connection.idleTimeLeft else { return }
        if let sweep, -sweep.millisecondsSince <= left { return }
        sweep = Deadline(millisecondsFromNow: left + 1)
        // A little later, so that it is not too early.
        DispatchQueue.global().asyncAfter(deadline: .now() + .milliseconds(left + 3)) { [weak self] in
            self?.sweepIdle()
        }
    }

    private func sweepIdle() { monitor.withLock { closeOld() } }

    private func release(_ connection: Connection?) {
        monitor.withLock {
            inUse -= 1
            closeOld()
            if let connection {
                if isClosed {
                    connection.close()
                } else {
                    idle.append(connection)
                    scheduleSweep(for: connection)
                }
            }
            monitor.wakeAll()
        }
    }
}

extension Connection {
    /// How many milliseconds the connection may still be used; `nil` for ever.
    var lifetimeLeft: Int? {
        options.lifetime > 0 ? max(options.lifetime - opened.millisecondsSince, 0) : nil
    }

    /// How many milliseconds the connection may still be kept while nobody uses it; `nil` for ever.
    fileprivate var idleTimeLeft: Int? {
        let idle = options.idleTimeout > 0 ? max(options.idleTimeout - returned.millisecondsSince, 0) : nil
        guard let idle, let lifetimeLeft else { return idle ?? lifetimeLeft }
        return min(idle, lifetimeLeft)
    }
}
