/// A connection that a pool keeps while no session uses it.
package protocol PooledConnection: AnyObject, SendableMetatype {
    /// Whether another session may use it, as far as can be told without asking the engine.
    var isReusable: Bool { get }
    /// How many milliseconds it may still stay idle; `nil` for ever.
    var idleTimeLeft: Int? { get }
    /// Readies it for lying idle after a session.
    func rest()
    /// Whether it works after it has lain idle; may ask the engine.
    func wakes() -> Bool
    /// Closes it; safe to call twice.
    func close()
}

/// The rules for a connection within the process, which only its pool can end.
extension PooledConnection {
    /// True: it stays usable.
    package var isReusable: Bool { true }
    /// `nil`: it may be kept for ever.
    package var idleTimeLeft: Int? { nil }
    /// Does nothing.
    package func rest() {}
    /// True: nothing else can have ended it.
    package func wakes() -> Bool { true }
}
