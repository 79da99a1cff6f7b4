/// The rows that a batch writes with new values, in one attempt.
struct BatchUpdates<M: Model> {
    private let entity: Entity
    private let observed: BatchObservation<M>?
    private var rules: BatchRules<M>?
    private var rows: [UpdateBatch.Row] = []

    /// Begins an attempt, whose rows are also reported to an observation.
    init(_ entity: Entity, _ observed: BatchObservation<M>?) {
        self.entity = entity
        self.observed = observed
        rules = BatchRules(entity)
    }

    /// Adds a row with the values that some of its properties get.
    mutating func add(
        _ row: any EvaluationRow, _ key: ObjectKey, changedBy values: AssignedRow, _ properties: PropertySet
    ) throws {
        let version = try row.storedVersion
        try rules?.check(row, key, changedBy: values, properties)
        try observed?.add(row, at: version, changedBy: values)
        rows.append(UpdateBatch.Row(key: key, version: version, source: values, properties: properties))
    }

    /// What to write.
    ///
    /// - Throws: the rules that were broken.
    mutating func finish() throws -> ChangeSet {
        try rules?.finish()
        // As in every save: who locks rows in one order cannot deadlock (PostgreSQL manual, 13.3.4).
        rows.sort { $0.key < $1.key }
        var changes = ChangeSet()
        if !rows.isEmpty { changes.updates = [UpdateBatch(entity: entity, rows: rows)] }
        return changes
    }
}
