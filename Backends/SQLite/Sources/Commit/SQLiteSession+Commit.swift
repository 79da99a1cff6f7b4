internal import CSQLite
internal import Granary

/// A write transaction that is carried out and checked, but not committed; it holds the right to write.
struct StagedWrite {
    /// The connection that has the transaction open.
    let writer: Connection
    /// What to remember of the keys once it is committed.
    let keys: [String: Int64]
}

extension SQLiteSession {
    func commit(_ changes: ChangeSet) throws -> CommitResult {
        let result = try stage(changes)
        if result.conflicts.isEmpty { try finishStaged() }
        return result
    }

    func stage(_ changes: ChangeSet) throws -> CommitResult {
        if store.isReadOnly {
            throw store.place.error(.denied, "The store is read-only by its configuration; nothing was written.")
        }
        try checkUsable()
        endSnapshot()
        try store.writeLock.acquire(interruption)
        var isHeld = true
        defer { if isHeld { releaseWriter() } }
        return try interruptible {
            let writer = try store.writer()
            interruption.aim(at: writer.handle)
            try writer.begin()
            do {
                var write = try ChangeWriter(store, writer, interruption)
                try write.carryOut(changes)
                if !write.conflicts.isEmpty {
                    writer.rollBack()
                    return CommitResult(version: write.version, conflicts: write.conflicts)
                }
                staged = StagedWrite(writer: writer, keys: write.advancedKeys)
                isHeld = false
                return CommitResult(version: write.version)
            } catch {
                writer.rollBack()
                throw error
            }
        }
    }

    func finishStaged() throws {
        guard let staged else { return }
        self.staged = nil
        defer { releaseWriter() }
        do {
            try interruptible { try staged.writer.run("COMMIT") }
            for (table, next) in staged.keys { store.keys.note(next, of: table) }
        } catch {
            staged.writer.rollBack()
            throw error
        }
    }

    func abandonStaged() {
        guard let staged else { return }
        self.staged = nil
        staged.writer.rollBack()
        releaseWriter()
    }

    /// Gives the right to write back.
    func releaseWriter() {
        interruption.aim(at: reader.handle)
        store.writeLock.release()
    }
}

extension Connection {
    /// Begins a transaction that may write, waiting for other processes up to the busy timeout.
    func begin() throws {
        if !isOutsideTransaction { rollBack() }
        try run("BEGIN IMMEDIATE")
    }

    /// Ends a transaction without its changes, also after the engine has done so itself.
    func rollBack() {
        if !isOutsideTransaction { try? run("ROLLBACK") }
    }
}
