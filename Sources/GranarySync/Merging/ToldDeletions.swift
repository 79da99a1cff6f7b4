import FoundationEssentials
import Granary

/// Deletes objects here that a server has reported as deleted there; the next save writes it.
struct ToldDeletions {
    let merge: ServedMerge

    /// Deletes them with the delete rules of their models; those that are not here are left out.
    ///
    /// What was changed here stays, and becomes a conflict; a deletion that need not be sent to the server any more is
    /// settled. A write that is on its way gets its own answer.
    ///
    /// - Throws: ``GranaryError/Code/schema`` for an object of a model that is not synced; errors of the stores.
    func run(_ objects: [RemoteCommand.Object]) throws {
        var keys: [Int: Set<ObjectKey>] = [:]
        for object in objects {
            guard let entity = merge.context.schema.entity(object.model) else {
                throw GranaryError(
                    .schema,
                    "The server has deleted an object of \(object.model), which is not in the schema “\(merge.context.schema.name)”; add it there, or have the source leave it out.",
                    context: .init(entity: object.model))
            }
            _ = try merge.rule.model(entity)
            keys[entity.index, default: []].insert(object.key)
        }
        for (index, keys) in keys.sorted(by: { $0.key < $1.key }) {
            let entity = merge.context.schema.entities[index]
            guard let type = entity.type as? any Granary.Model.Type else { continue }
            try run(Set(try keysHere(keys, entity)), entity, type)
        }
    }

    private func run<M: Granary.Model>(_ keys: Set<ObjectKey>, _ entity: Entity, _ type: M.Type) throws {
        let data = keys.map(\.entryData)
        try SyncGap.forgetRows(data, entity, in: merge.context)
        for entries in try merge.unsettled(data, of: entity).values {
            guard let first = entries.first, first.kind == .delete, first.canBecomeConflict else { continue }
            try merge.context.delete(first)
        }
        let ids = keys.sorted().compactMap { M.Key(objectKey: $0).map { ObjectID<M>($0) } }
        try ServedDeletion(merge).delete(
            try merge.context.objects(ids), of: entity, areKnownGone: true)
    }

    /// The keys that the objects have here.
    private func keysHere(_ keys: Set<ObjectKey>, _ entity: Entity) throws -> [ObjectKey] {
        guard let ids = RemoteIDs(entity, merge.rule, merge.context), ids.areKeys else { return Array(keys) }
        let known = try ids.keys(of: Set(keys.compactMap(\.values.first)))
        return keys.compactMap { key in
            key.values.first.flatMap { known[$0] } ?? (entity.hasReservedKeys ? nil : key)
        }
    }
}
