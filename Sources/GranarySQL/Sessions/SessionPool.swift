package import GranaryStore

/// The connections of a store, out of a stock that is its own or that stores share.
package final class SessionPool<Connection: PooledConnection>: @unchecked Sendable {  // lock: `stock`.
    private let stock: ConnectionStock
    private let place: StorePlace
    private var inUse = 0
    private var isClosed = false
    private var onEmpty: (() -> Void)?

    /// Makes a pool with a separate stock and one idle connection; the timeout is in milliseconds.
    package convenience init(limit: Int, timeout: Int, place: StorePlace, _ connection: Connection) {
        let stock = ConnectionStock(limit: limit, timeout: timeout)
        self.init(sharing: stock, place: place)
        stock.monitor.withLock { stock.keep(connection, of: ObjectIdentifier(self)) }
    }

    /// Makes a pool over the connections that others use too.
    package init(sharing stock: ConnectionStock, place: StorePlace) {
        self.stock = stock
        self.place = place
        stock.monitor.withLock { stock.join() }
    }

    /// A working connection: an idle one, or a new one below the limit; waits for one otherwise.
    ///
    /// The holder, if there is one, is whose session it is, and is named again when the connection is released.
    ///
    /// - Throws: ``GranaryError/Code/timeout`` if none becomes free, ``GranaryError/Code/closed``,
    ///   ``GranaryError/Code/cancelled`` if the wait is cancelled, and errors of opening a connection.
    package func acquire(
        _ wait: SessionWait?, for holder: SessionHolder? = nil, orOpen open: () throws -> Connection
    ) throws -> Connection {
        while let connection = try reserve(wait, holder) {
            // Outside of the lock, since this may ask a server.
            if connection.wakes() {
                return unsafeDowncast(connection, to: Connection.self)  // safe: only those are kept.
            }
            connection.close()
            endUse(keeping: nil, holder)
        }
        do {
            return try open()
        } catch {
            endUse(keeping: nil, holder)
            throw error
        }
    }

    /// Takes a connection back; closes it if it cannot be reused or nobody is left to use it.
    package func release(_ connection: Connection, of holder: SessionHolder? = nil) {
        guard connection.isReusable else {
            connection.close()
            return endUse(keeping: nil, holder)
        }
        connection.rest()
        endUse(keeping: connection, holder)
    }

    /// Refuses new connections, and closes idle ones that nobody else uses; the closure runs once no connection of the
    /// pool is in use.
    package func close(_ onEmpty: @escaping () -> Void = {}) {
        let finish = stock.monitor.withLock { () -> (() -> Void)? in
            if isClosed { return nil }
            isClosed = true
            stock.leave()
            stock.monitor.wakeAll()
            if inUse == 0 { return onEmpty }
            self.onEmpty = onEmpty
            return nil
        }
        finish?()
    }

    /// An idle connection; `nil` if a place for a new one was reserved.
    private func reserve(_ wait: SessionWait?, _ holder: SessionHolder?) throws -> (any PooledConnection)? {
        let monitor = stock.monitor
        return try monitor.withLock { () throws -> (any PooledConnection)? in
            var deadline: Deadline?
            wait?.onCancel { monitor.withLock { monitor.wakeAll() } }
            while true {
                if isClosed { throw place.error(.closed, "The store is closed. Open it again.") }
                switch stock.take(for: ObjectIdentifier(self), holder) {
                case .idle(let connection):
                    inUse += 1
                    return connection
                case .new:
                    inUse += 1
                    return nil
                case .none: break
                }
                if let wait, wait.isCancelled { throw wait.error }
                // Only who waits reads the clock.
                let end = deadline ?? Deadline(millisecondsFromNow: stock.timeout)
                deadline = end
                guard monitor.wait(until: end) else { throw allInUse }
            }
        }
    }

    private var allInUse: GranaryError {
        let whose = stock.isShared ? "the stores on its server that share them" : "the store"
        return place.error(
            .timeout,
            "All \(stock.most) sessions of \(whose) are in use. End units of work sooner, or raise the option sessions."
        )
    }

    private func endUse(keeping connection: (any PooledConnection)?, _ holder: SessionHolder?) {
        let finish = stock.monitor.withLock { () -> (() -> Void)? in
            inUse -= 1
            stock.endUse(of: ObjectIdentifier(self), keeping: connection, holder)
            guard isClosed, inUse == 0 else { return nil }
            defer { onEmpty = nil }
            return onEmpty
        }
        finish?()
    }
}
