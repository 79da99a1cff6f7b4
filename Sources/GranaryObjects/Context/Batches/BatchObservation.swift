/// Collects the rows that a batch writes with their values, because the entity is observed or captured.
final class BatchObservation<M: Model> {
    private let entity: Entity
    private var collector = ChangeCollector<M>()
    /// Whether a row of the attempt cannot be read as an object.
    private var isUnreadable = false
    private let isCaptured: Bool
    /// The rows of the attempt for the captures of the schema; none if the entity is not captured.
    private(set) var captured: [CapturedRow] = []

    init(_ entity: Entity, capturing isCaptured: Bool) {
        self.entity = entity
        self.isCaptured = isCaptured
    }

    /// Begins an attempt, without rows.
    func clear() { (collector, isUnreadable, captured) = (ChangeCollector(), false, []) }

    /// What the batch has written; that any row may have changed, where a row's values cannot be read.
    func changes(at number: Int64) -> ObservedRows { isUnreadable ? .any : collector.changes(at: number) }

    /// Notes a row that the batch changes.
    func add(_ row: any EvaluationRow, at version: Int64?, changedBy changes: any RowEncodable) throws {
        try adding {
            // A batch reads the row before it writes it, so that the value before needs no request of its own.
            let values = try row.values(of: entity)
            let written = ValueCollector(values)
            try changes.encode(.all, of: entity, into: written)
            capture(before: values, after: written.values, at: version)
            collector.add(try snapshot(values), changedTo: try snapshot(written.values), at: version ?? 0)
        }
    }

    /// Notes a row that the batch deletes.
    func add(deleted row: any EvaluationRow, at version: Int64?) throws {
        try adding {
            let values = try row.values(of: entity)
            capture(before: values, after: nil, at: version)
            collector.add(deleted: try snapshot(values), at: version ?? 0)
        }
    }

    private func capture(before: [Value], after: [Value]?, at version: Int64?) {
        guard isCaptured, let key = ObjectKey(entity.keyColumns.map { before[$0] }) else { return }
        captured.append(CapturedRow(entity, key, before: before, after: after, version: version))
    }

    /// Notes a row; that one cannot be read is no reason for a batch to fail, which needs no objects.
    ///
    /// - Throws: ``GranaryError/Code/malformed`` for a row that a capture needs, which would be written unnoticed.
    private func adding(_ body: () throws -> Void) throws {
        if isUnreadable, !isCaptured { return }
        let count = captured.count
        do { try body() } catch GranaryError.Code.malformed where !isCaptured || captured.count > count {
            isUnreadable = true
        }
    }

    private func snapshot(_ values: [Value]) throws -> M.Snapshot {
        try M(columns: values, of: entity).snapshot
    }
}
