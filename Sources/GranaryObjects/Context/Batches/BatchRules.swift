/// Checks the rows that a batch writes, as a save checks objects.
struct BatchRules<M: Model> {
    private let entity: Entity
    private var result = RuleCheck()

    /// Begins; `nil` for a model without rules.
    init?(_ entity: Entity) {
        if !entity.isRuled { return nil }
        self.entity = entity
    }

    /// Notes a row that the batch changes.
    mutating func check(
        _ row: any EvaluationRow, _ key: ObjectKey, changedBy source: any RowEncodable,
        _ properties: PropertySet
    ) throws {
        try result.check(source, properties, entity, key)
        if !entity.isValidated { return }
        // A model is validated as a whole, so the row's other values are needed besides those that are set.
        let written = ValueCollector(try row.values(of: entity))
        try source.encode(properties, of: entity, into: written)
        result.validate(try M(columns: written.values, of: entity), .update, entity, key)
    }

    /// Notes a row that the batch deletes.
    mutating func check(deleted row: any EvaluationRow, _ key: ObjectKey) throws {
        if !entity.isValidated { return }
        result.validate(try M(columns: row.values(of: entity), of: entity), .delete, entity, key)
    }

    /// Throws if a rule was broken.
    func finish() throws { try result.finish() }
}
