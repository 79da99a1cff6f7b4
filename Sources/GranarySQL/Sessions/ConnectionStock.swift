internal import Dispatch
internal import GranaryStore

/// The connections that one store or several have: a limited number at a time, with idle ones kept open for their
/// prepared statements.
///
/// Each store takes them through its own ``SessionPool``. The connection returned last is taken first, one that has
/// served the same store before others, so those that are not needed grow old. Old ones are closed by a timer, and those
/// with a limited lifetime also when a connection is taken; all are when the last store is closed.
package final class ConnectionStock: @unchecked Sendable {  // lock: `monitor`.
    private struct Idle {
        // As a value of the pool's own type, it would ask the runtime for metadata and witnesses at every use.
        let connection: any PooledConnection
        /// The pool that returned it.
        let pool: ObjectIdentifier
    }

    let monitor = Monitor()
    private let limit: Int
    /// How long a pool waits for a connection, in milliseconds.
    let timeout: Int
    private var idle: [Idle] = []
    private var inUse = 0
    private var claims = SessionClaims()
    /// How many pools are open.
    private var pools = 0
    /// The time of the next check of idle connections.
    private var sweep: Deadline?

    /// Makes a stock without connections; the timeout, for who waits for one, is in milliseconds.
    package init(limit: Int, timeout: Int) {
        self.limit = limit
        self.timeout = timeout
    }

    /// Whether no store has it open.
    package var isUnused: Bool { monitor.withLock { pools == 0 } }

    // MARK: Under the lock

    /// Whether several pools take connections.
    var isShared: Bool { pools > 1 }

    /// How many connections there may be, as an error says it.
    var most: Int { limit }

    /// Counts a pool as open.
    func join() { pools += 1 }

    /// Counts a pool as closed; the idle connections close with the last.
    func leave() {
        pools -= 1
        guard pools == 0 else { return }
        for place in idle { place.connection.close() }
        idle = []
    }

    /// The outcome of asking for a connection.
    enum Offer {
        /// An idle connection.
        case idle(any PooledConnection)
        /// The right to open one.
        case new
        /// None is free.
        case none
    }

    /// Takes a connection for a pool, or the right to open one.
    func take(for pool: ObjectIdentifier, _ holder: SessionHolder?) -> Offer {
        // Else the last one is the youngest, and only the timer looks for old ones.
        if idle.last?.connection.mayEndOutOfTurn == true { closeOld() }
        guard claims.allow(holder, stores: pools, of: limit, inUse: inUse) else { return .none }
        claims.grant(holder, stores: pools)
        inUse += 1
        guard let last = idle.last else { return .new }
        if !isShared || last.pool == pool { return .idle(idle.removeLast().connection) }
        let own = idle.lastIndex { $0.pool == pool } ?? idle.count - 1
        return .idle(idle.remove(at: own).connection)
    }

    /// Ends the use of a connection, which is kept if there is one.
    func endUse(
        of pool: ObjectIdentifier, keeping connection: (any PooledConnection)?, _ holder: SessionHolder?
    ) {
        inUse -= 1
        claims.release(holder)
        if let connection { keep(connection, of: pool) }
        monitor.wakeAll()
    }

    /// Keeps an idle connection, unless there are too many or no store is left.
    func keep(_ connection: any PooledConnection, of pool: ObjectIdentifier) {
        guard pools > 0, inUse + idle.count < limit else { return connection.close() }
        idle.append(Idle(connection: connection, pool: pool))
        scheduleSweep(for: connection)
    }
}

// MARK: Old connections

extension ConnectionStock {
    /// Closes the idle connections whose time is over, once the time of the first one is.
    private func closeOld() {
        guard let sweep, sweep.isPast else { return }
        self.sweep = nil
        let last = inUse == 0 && idle.last?.connection.staysAlone == true ? idle.popLast() : nil
        idle.removeAll { place in
            guard place.connection.idleTimeLeft == 0 else { return false }
            place.connection.retire()
            return true
        }
        for place in idle { scheduleSweep(for: place.connection) }
        // The next session takes it first, and its time begins anew when it is returned.
        if let last { idle.append(last) }
    }

    /// Schedules a check for when the time of a connection is over; the stock may be deallocated by then.
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
