internal import GranaryStore
internal import GranarySQL

extension Connection {
    /// Raises the counter of a table to a number, in the transaction that is open; returns whether it was lower, and
    /// its current value.
    func advanceKeys(of table: String, to next: Int64) throws -> (isRaised: Bool, next: Int64) {
        try run(
            "INSERT INTO granary_keys VALUES (?1, ?2) ON CONFLICT (\"table\") DO UPDATE SET next = ?2 WHERE next < ?2",
            .text(table), .integer(next))
        if changes > 0 { return (true, next) }
        return (false, try integer("SELECT next FROM granary_keys WHERE \"table\" = ?", .text(table)) ?? next)
    }
}

extension SQLiteSession {
    func reserveKeys(_ count: Int, of entity: Entity) throws -> Int64 {
        let table = try store.table(of: entity)
        guard !store.isReadOnly, table.integerKey >= 0, count > 0 else {
            throw store.place.refusal(toReserve: count, of: entity, isReadOnly: store.isReadOnly)
        }
        try checkUsable()
        try store.writeLock.acquire(interruption)
        defer {
            interruption.aim(at: connection.handle)
            store.writeLock.release()
        }
        return try interruptible {
            let connection = try store.keyConnection()
            interruption.aim(at: connection.handle)
            return try reserve(count, table, connection)
        }
    }

    /// Takes a block in a separate transaction.
    ///
    /// Its connection does not wait for the device: a power failure can only take the block back together
    /// with every later save, and no saved row has used it then, since SQLite writes its log in order.
    private func reserve(_ count: Int, _ table: EntityTable, _ connection: Connection) throws -> Int64 {
        try beginWriting(connection)
        do {
            let name = table.definition.name
            let stored =
                try connection.integer("SELECT next FROM granary_keys WHERE \"table\" = ?", .text(name)) ?? 1
            // Other programs insert keys without raising the counter.
            let largest = try connection.integer(table.largestKey) ?? 0
            let first = max(stored, largest == .max ? .max : largest + 1)
            let (next, overflow) = first.addingReportingOverflow(Int64(count))
            guard !overflow else {
                throw store.place.error(.overflow, "The integer keys of \(table.entity.name) are used up.")
            }
            _ = try connection.advanceKeys(of: name, to: next)
            try connection.run("COMMIT")
            store.keys.record(next, of: name)
            return first
        } catch {
            connection.rollBack()
            throw error
        }
    }
}
