import Granary

/// Rows of one model that a server has served.
struct ServedRows<Snapshot: ModelSnapshot>: ServedList {
    let rows: [Snapshot]

    var model: String { Snapshot.Object.modelDescription.name }
    var type: any Granary.Model.Type { Snapshot.Object.self }

    func row(_ key: ObjectKey, of entity: Entity) throws -> [Value]? {
        try rows.last { $0.objectID.key.objectKey == key }?.columnValues(of: entity)
    }

    func enter(_ merge: ServedMerge) throws { try merge.enter(rows) }
}
