import Granary

/// The synced objects that a context has deleted and not saved.
struct DeletedRows {
    let context: Context
    let rule: SyncRule

    /// Forgets what is noted of them, and empties references to them that no delete rule knows.
    ///
    /// - Complexity: O(deleted objects), and one request for each model and each such relationship.
    func clear() throws {
        var deleted: [Int: Set<ObjectKey>] = [:]
        for object in context.changes.deleted {
            guard let entity = context.schema.entity(of: type(of: object)), rule.captures(entity) else {
                continue
            }
            deleted[entity.index, default: []].insert(object.erasedKey)
        }
        for (index, keys) in deleted {
            let entity = context.schema.entities[index]
            try IncomingReferences(context: context).clear(keys, of: entity)
            for gap in try SyncGap.gaps(of: keys.map(\.entryData), entity, in: context) {
                try context.delete(gap)
            }
        }
    }
}
