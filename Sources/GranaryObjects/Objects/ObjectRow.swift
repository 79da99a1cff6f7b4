/// An object of a context as a row on which expressions are evaluated.
final class ObjectRow: EvaluationRow {
    let object: any Model
    private let entity: Entity
    private var values: [Value]?

    init(_ object: any Model, of entity: Entity) {
        self.object = object
        self.entity = entity
    }

    func value(at column: Int) throws -> Value {
        if let values { return values.indices.contains(column) ? values[column] : .null }
        // Another property may hold a value that cannot be stored, which matters only to the save.
        guard let all = try? object.columnValues(of: entity) else { return try valueAlone(at: column) }
        values = all
        return all.indices.contains(column) ? all[column] : .null
    }

    private func valueAlone(at column: Int) throws -> Value {
        guard entity.columns.indices.contains(column) else { return .null }
        return try object.columnValues(of: entity, only: entity.columns[column].property)[column]
    }
}
