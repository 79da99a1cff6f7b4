package import Granary

extension ChangeSet {
    /// The same with another row around each that is written.
    func wrapped(_ wrap: (any RowEncodable) -> any RowEncodable) -> ChangeSet {
        var changes = self
        for batch in changes.inserts.indices {
            changes.inserts[batch].rows = inserts[batch].rows.map(wrap)
        }
        for batch in changes.updates.indices {
            for row in changes.updates[batch].rows.indices {
                changes.updates[batch].rows[row].source = wrap(updates[batch].rows[row].source)
            }
        }
        return changes
    }
}

extension StoreSession {
    /// Commits each new row by itself and then the rest, as no store may: changes before an error, or before the end of
    /// the process, stay.
    package func commitRowByRow(_ changes: ChangeSet) throws -> CommitResult {
        var rest = changes
        for batch in changes.inserts {
            for row in batch.rows {
                var single = ChangeSet()
                single.inserts = [InsertBatch(entity: batch.entity, rows: [row])]
                _ = try commit(single)
            }
        }
        rest.inserts = []
        return try commit(rest)
    }
}
