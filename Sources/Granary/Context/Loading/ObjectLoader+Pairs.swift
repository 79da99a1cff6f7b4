/// Updating one-to-one pairs after saves of others.
extension ObjectLoader {
    /// Makes the one-to-one relationships of unsaved objects consistent with what others have saved.
    ///
    /// A relationship that this context has set stays, and the partner that others gave the object is freed, as if the
    /// program set the relationship now. A relationship that this context has not set follows the store: the former
    /// partner is reloaded and refers to another object. Without `freeing`, the caller handles the relationships that
    /// this context has set.
    func followPairs(of keys: [ObjectKey], _ table: ObjectTable, freeing: Bool) throws {
        guard !keys.isEmpty, table.entity.hasPairs else { return }
        func follow<M: Model>(_ type: M.Type) throws {
            let rows = try currentRows(type, keys, of: table.entity)
            let objects = keys.compactMap { key in table.object(key.bits, as: type).map { (key, $0) } }
            // Update relationships that follow the store first, so that those set here override them.
            for isOwn in freeing ? [false, true] : [false] {
                for (key, object) in objects {
                    for relationship in table.entity.toOne
                    where relationship.isOneToOne && self.graph.isOwn(relationship, of: object) == isOwn {
                        let theirs = rows[key.bits]?.object.referenceKey(at: relationship.position)
                        if isOwn {
                            graph.freeOther(end: theirs, of: object, relationship)
                        } else {
                            graph.followStore(relationship, of: object, to: theirs)
                        }
                    }
                }
            }
        }
        try follow(table.modelType())
    }
}
