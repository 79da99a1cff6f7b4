internal import GranaryStore
internal import GranarySQL

extension PostgreSQLSession {
    func commit(_ changes: ChangeSet) throws -> CommitResult { try stage(changes, commits: true) }

    func stage(_ changes: ChangeSet) throws -> CommitResult { try stage(changes, commits: false) }

    /// Carries a change set out; the commit goes along with the last statements if nothing else has to be checked.
    private func stage(_ changes: ChangeSet, commits: Bool) throws -> CommitResult {
        if store.isReadOnly {
            throw store.place.error(
                .denied, "The store is read-only by its configuration; nothing was written.")
        }
        try checkUsable()
        try checkNothingStaged()
        // In the snapshot a row that others changed fails before versions are compared (manual 13.2.2), see
        // Docs/Decisions/postgresql-sessions-and-saves.md.
        endSnapshot()
        return try writing(changes) {
            var write = try begin(changes)
            if !write.conflicts.isEmpty {
                connection.rollBack()
                return CommitResult(version: write.version, conflicts: write.conflicts)
            }
            try write.carryOut(changes)
            staged = StagedWrite(save: write.save, keys: write.advancedKeys)
            if commits { try finishStaged() }
            return CommitResult(version: write.version)
        }
    }

    /// Begins to write; if the connection is found lost before anything was written, takes another one.
    private func begin(_ changes: ChangeSet) throws -> ChangeWriter {
        if connection.isBroken { try reconnect() }
        lastSave = lastSave ?? store.records.take()
        do {
            return try beginKnown(changes)
            // Nothing is written yet, so a connection that the server has closed while it was idle is replaced.
        } catch let error as EngineError where error.endsConnection && !interruption.isRequested {
            try reconnect()
            return try beginKnown(changes)
        }
    }

    /// Begins to write, after checking tables that have changed again.
    private func beginKnown(_ changes: ChangeSet) throws -> ChangeWriter {
        do {
            return try ChangeWriter(beginning: changes, self)
        } catch let error as EngineError where error.tellsOtherSchema {
            try store.known.renew(connection)
            return try ChangeWriter(beginning: changes, self)
        }
    }

    /// Runs a body that writes; when it fails, nothing stays written, and the error names the change at fault.
    private func writing<R>(_ changes: ChangeSet = ChangeSet(), _ body: () throws -> R) throws -> R {
        do {
            return try body()
        } catch let failure as EngineError {
            staged = nil
            // The server may act on the request late and stop another statement, so the connection is not used again.
            if interruption.isRequested && (failure.isStopped || failure.endsConnection) {
                connection.close()
                throw interruption.consumeError()
            }
            connection.rollBack()
            throw IndexLimit(failure, changes, store)?.error(at: store.place)
                ?? ConstraintFailure(failure, store).map { $0.error(at: store.place) }
                ?? failure.translated(at: store.place, doing: "saving")
        } catch {
            staged = nil
            if interruption.hasReachedTarget { connection.close() } else { connection.rollBack() }
            throw error
        }
    }

    func finishStaged() throws {
        guard let write = staged else { return }
        staged = nil
        try writing {
            do {
                try connection.commit()
            } catch let failure as EngineError where failure.endsConnection {
                // The server may have committed before its answer was lost.
                guard try resolve(write.save) else {
                    throw store.place.error(
                        .unavailable,
                        "The connection was lost during the save, and nothing of it was written. Save again."
                    )
                }
            }
            lastSave = write.save
            for (table, next) in write.keys { store.keys.record(next, of: table) }
        }
    }

    func abandonStaged() {
        guard staged != nil else { return }
        staged = nil
        connection.rollBack()
    }

    /// Whether a save whose commit was not answered is in the store; afterwards it can no longer get there.
    private func resolve(_ save: SaveIdentifier) throws -> Bool {
        let (connection, isCommitted) = try CommitResolution(store).resolve(save)
        interruption.aim(at: nil)
        replaceConnection(connection)
        return isCommitted
    }
}
