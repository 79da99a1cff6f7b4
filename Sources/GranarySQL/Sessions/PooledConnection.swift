/// A connection that a pool keeps while no session uses it.
package protocol PooledConnection: AnyObject, SendableMetatype {
    /// Whether another session can use it, by what is known without asking the engine.
    var isReusable: Bool { get }
    /// The number of milliseconds that it may stay idle; `nil` for no limit.
    var idleTimeLeft: Int? { get }
    /// Whether its time may be over before that of a connection that became idle earlier.
    var mayEndOutOfTurn: Bool { get }
    /// Whether it stays open, however old, while it is the only connection of its pool.
    var staysAlone: Bool { get }
    /// Prepares it for being idle after a session.
    func rest()
    /// Whether it still works after being idle; may ask the engine.
    func wakes() -> Bool
    /// Closes it; safe to call twice.
    func close()
    /// Closes it because it was idle for too long.
    func retire()
}

/// The defaults for a connection within the process, which only its pool can end.
extension PooledConnection {
    /// True: it stays usable.
    package var isReusable: Bool { true }
    /// `nil`: it may be kept without limit.
    package var idleTimeLeft: Int? { nil }
    /// False: only the time that it is idle counts.
    package var mayEndOutOfTurn: Bool { false }
    /// False: the next session opens another one.
    package var staysAlone: Bool { false }
    /// Does nothing.
    package func rest() {}
    /// True: nothing else can have ended it.
    package func wakes() -> Bool { true }
    /// Closes it as at any other time.
    package func retire() { close() }
}
