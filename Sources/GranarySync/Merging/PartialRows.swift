import Granary

/// Rows of one model for which a server has served only some properties.
struct PartialRows<M: Granary.Model>: ServedList {
    let rows: [PartialRow<M>]

    var model: String { M.modelDescription.name }
    var type: any Granary.Model.Type { M.self }
    var count: Int { rows.count }
    var keysInOrder: [ObjectKey] { rows.map(\.snapshot.objectID.key.objectKey) }
    var keys: Set<ObjectKey> { Set(rows.lazy.map(\.snapshot.objectID.key.objectKey)) }

    func row(_ key: ObjectKey, of entity: Entity) throws -> EntryValues? {
        let rows = try served(entity).filter { $0.key == key }
        guard let first = rows.first else { return nil }
        let whole = rows.dropFirst().reduce(first) { $0.overlaid(with: $1) }
        return try EntryValues(whole, of: entity)
    }

    func targets(_ entity: Entity) throws -> [Int: Set<ObjectKey>] { try served(entity).targets(entity) }

    func values(of attribute: Int, _ entity: Entity) throws -> Set<Value> {
        try served(entity).values(of: attribute, entity)
    }

    func enter(_ merge: ServedMerge) throws {
        guard let entity = merge.context.schema.entity(of: M.self) else { return }
        try merge.enter(try served(entity))
    }

    private func served(_ entity: Entity) throws -> [ServedRow<M.Snapshot>] {
        try rows.map { row in
            var served = ServedRow(row.snapshot, given: try row.given(entity)).withoutUnserved(of: entity)
            served.naming = row.naming
            return served
        }
    }
}
