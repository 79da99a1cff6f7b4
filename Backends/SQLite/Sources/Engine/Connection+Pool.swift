internal import CSQLite
internal import GranaryStore
internal import GranarySQL

/// An idle connection costs its cache of pages and descriptors; a new one costs reading the tables anew.
extension Connection: PooledConnection {
    var idleTimeLeft: Int? {
        idleTimeout > 0 ? max(idleTimeout - returned.millisecondsSince, 0) : nil
    }

    /// True: with its last connection the engine writes the log back and removes it, and other processes would take the
    /// store for closed.
    var staysAlone: Bool { true }

    func rest() {
        if idleTimeout > 0 { returned = Deadline(millisecondsFromNow: 0) }
    }

    /// Closes it without trying to write the log back, since the engine would lock the file briefly for that.
    func retire() {
        _ = granary_sqlite3_keep_log(handle.pointer)
        close()
    }
}
