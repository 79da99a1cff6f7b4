/// Collects the rows that a batch writes with their values, because the entity is observed.
final class BatchObservation<M: Model> {
    private let entity: Entity
    private var collector = ChangeCollector<M>()
    /// Whether a row of the attempt cannot be read as an object.
    private var isUnreadable = false

    init(_ entity: Entity) { self.entity = entity }

    /// Begins an attempt, without rows.
    func begin() { (collector, isUnreadable) = (ChangeCollector(), false) }

    /// What the batch has written; that any row may have changed, where a row has no values to tell.
    func changes(at number: Int64) -> ObservedRows { isUnreadable ? .any : collector.changes(at: number) }

    /// Notes a row that the batch changes.
    func note(_ row: any EvaluationRow, at version: Int64?, changedBy changes: any RowEncodable) throws {
        try noting {
            // A batch reads the row before it writes it, so that the value before needs no request of its own.
            let values = try row.values(of: entity)
            let written = ValueCollector(values)
            try changes.encode(.all, of: entity, into: written)
            collector.add(try snapshot(values), changedTo: try snapshot(written.values), at: version ?? 0)
        }
    }

    /// Notes a row that the batch deletes.
    func note(deleted row: any EvaluationRow, at version: Int64?) throws {
        try noting { collector.add(deleted: try snapshot(row.values(of: entity)), at: version ?? 0) }
    }

    /// Notes a row; that one cannot be read is no reason for a batch to fail, which needs no objects.
    private func noting(_ note: () throws -> Void) throws {
        if isUnreadable { return }
        do { try note() } catch GranaryError.Code.malformed { isUnreadable = true }
    }

    private func snapshot(_ values: [Value]) throws -> M.Snapshot {
        try M(columns: values, of: entity).snapshot
    }
}
