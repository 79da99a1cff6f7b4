/// Collects the rows that a batch writes with their values, because the entity is observed.
final class BatchObservation<M: Model>: BatchObserving {
    private let entity: Entity
    private var collector = ChangeCollector<M>()

    init(_ entity: Entity) { self.entity = entity }

    func begin() { collector = ChangeCollector() }

    func changes(at number: Int64) -> ObservedRows { collector.changes(at: number) }

    /// Notes a row that the batch changes.
    func note(_ row: any EvaluationRow, at version: Int64?, changedBy changes: any RowEncodable) throws {
        // A batch reads the row before it writes it, so that the value before needs no request of its own.
        let values = try values(of: row)
        let written = ValueCollector(values)
        try changes.encode(.all, of: entity, into: written)
        collector.add(try snapshot(values), changedTo: try snapshot(written.values), at: version ?? 0)
    }

    /// Notes a row that the batch deletes.
    func note(deleted row: any EvaluationRow, at version: Int64?) throws {
        collector.add(deleted: try snapshot(values(of: row)), at: version ?? 0)
    }

    private func values(of row: any EvaluationRow) throws -> [Value] {
        try entity.columns.indices.map { try row.value(at: $0) }
    }

    private func snapshot(_ values: [Value]) throws -> M.Snapshot {
        let cursor = ValueCursor(rows: [values])
        _ = try cursor.advance()
        return try M(from: Row(cursor, of: entity)).snapshot
    }
}
