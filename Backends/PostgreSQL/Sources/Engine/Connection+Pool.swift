internal import GranaryStore
internal import GranarySQL

/// A server, or a proxy in front of it, may end a connection at any time; old ones are closed first.
extension Connection: PooledConnection {
    var isReusable: Bool { !isBroken && lifetimeLeft != 0 }

    /// How many milliseconds the connection may still be used; `nil` for ever.
    var lifetimeLeft: Int? {
        options.lifetime > 0 ? max(options.lifetime - opened.millisecondsSince, 0) : nil
    }

    var idleTimeLeft: Int? {
        let idle = options.idleTimeout > 0 ? max(options.idleTimeout - returned.millisecondsSince, 0) : nil
        guard let idle, let lifetimeLeft else { return idle ?? lifetimeLeft }
        return min(idle, lifetimeLeft)
    }

    var mayEndOutOfTurn: Bool { options.lifetime > 0 }

    func rest() {
        returned = Deadline(millisecondsFromNow: 0)
        interruption = nil
    }

    /// Whether the connection still works, by its age and a question to the server.
    func wakes() -> Bool {
        if isClosedByServer { return false }
        guard returned.millisecondsSince >= options.checkAfter else { return true }
        deadline = Deadline(millisecondsFromNow: options.connectTimeout)
        defer { deadline = nil }
        do {
            try sync()
            try finish()
            return true
        } catch {
            return false
        }
    }
}
