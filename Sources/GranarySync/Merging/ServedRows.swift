import Granary

/// Rows of one model that a server has served.
struct ServedRows<Snapshot: ModelSnapshot>: ServedList {
    let rows: [Snapshot]

    var model: String { Snapshot.Object.modelDescription.name }
    var type: any Granary.Model.Type { Snapshot.Object.self }

    var count: Int { rows.count }
    var keysInOrder: [ObjectKey] { rows.map { $0.objectID.key.objectKey } }
    var keys: Set<ObjectKey> { Set(rows.lazy.map { $0.objectID.key.objectKey }) }

    func row(_ key: ObjectKey, of entity: Entity) throws -> EntryValues? {
        let row = rows.last { $0.objectID.key.objectKey == key }
        return try row.map { try EntryValues(ServedRow($0), of: entity) }
    }

    func targets(_ entity: Entity) -> [Int: Set<ObjectKey>] {
        entity.toOne.isEmpty ? [:] : rows.lazy.map { ServedRow($0) }.targets(entity)
    }

    func values(of attribute: Int, _ entity: Entity) throws -> Set<Value> {
        try rows.lazy.map { ServedRow($0) }.values(of: attribute, entity)
    }

    func enter(_ merge: ServedMerge) throws { try merge.enter(whole: rows) }
}
