internal import GranaryStore
internal import GranarySQL

extension SQLiteSession {
    func stage(_ changes: ChangeSet) throws -> CommitResult {
        if store.isReadOnly {
            throw store.place.error(
                .denied, "The store is read-only by its configuration; nothing was written.")
        }
        try checkUsable()
        // It would wait for the right to write, which it holds itself.
        if staged != nil { throw store.place.named(Self.alreadyStaged) }
        // A read transaction cannot become a writing one after another commit: SQLITE_BUSY_SNAPSHOT.
        endSnapshot()
        try store.writeLock.acquire(interruption)
        var isHeld = true
        defer { if isHeld { release(isLarge: changes.isLarge) } }
        return try interruptible {
            try beginWriting(connection)
            var version: Int64?
            do {
                // With SQLite's own 2 MB, large saves take up to twice as long, see
                // Docs/Decisions/sqlite-connections-and-plans.md.
                if changes.isLarge { try connection.setCacheSize(store.options.cacheSize) }
                var write = try ChangeWriter(store, connection, interruption)
                version = write.version
                store.watching?.begin(write.version)
                try write.carryOut(changes)
                if !write.conflicts.isEmpty {
                    giveUp(version)
                    return CommitResult(version: write.version, conflicts: write.conflicts)
                }
                staged = StagedWrite(
                    version: write.version, keys: write.advancedKeys, isLarge: changes.isLarge)
                isHeld = false
                return CommitResult(version: write.version)
            } catch {
                giveUp(version)
                throw error
            }
        }
    }

    /// Begins a transaction that may write, if file and tables are still those that were opened.
    func beginWriting(_ connection: Connection) throws {
        try connection.begin()
        do {
            try store.requireInPlace()
            try store.known.check(connection)
        } catch {
            connection.rollBack()
            throw error
        }
    }

    /// Rolls back a save with a number, which another process may take then.
    private func giveUp(_ version: Int64?) {
        // Before the other can have it, since a save with this number would count as the store's own.
        if let version { store.watching?.abandon(version) }
        connection.rollBack()
    }

    func finishStaged() throws {
        guard let staged else { return }
        self.staged = nil
        defer { release(isLarge: staged.isLarge) }
        do {
            try interruptible { try connection.run("COMMIT") }
            for (table, next) in staged.keys { store.keys.record(next, of: table) }
        } catch {
            // A COMMIT that fails with SQLITE_BUSY leaves the transaction open (SQLite manual, lang_transaction).
            giveUp(staged.version)
            throw error
        }
    }

    func abandonStaged() {
        guard let staged else { return }
        self.staged = nil
        giveUp(staged.version)
        release(isLarge: staged.isLarge)
    }

    /// Gives the right to write back, and the memory that a large save has used.
    private func release(isLarge: Bool) {
        store.writeLock.release()
        if isLarge { try? connection.setCacheSize(store.options.readCacheSize) }
    }
}

extension ChangeSet {
    /// Whether enough rows are changed to make a large page cache worthwhile.
    fileprivate var isLarge: Bool {
        inserts.reduce(0) { $0 + $1.rows.count } + updates.reduce(0) { $0 + $1.rows.count }
            + deletes.reduce(0) { $0 + $1.rows.count } > 2_000
    }
}

extension Connection {
    /// Begins a transaction that may write, waiting for other processes up to the busy timeout.
    func begin() throws {
        if !isOutsideTransaction { rollBack() }
        // IMMEDIATE takes the lock at once: a lock taken later may fail halfway, without waiting for busyTimeout.
        try run("BEGIN IMMEDIATE")
    }

    /// Ends a transaction without its changes, also after the engine has done so itself.
    func rollBack() {
        if !isOutsideTransaction { try? run("ROLLBACK") }
    }
}
