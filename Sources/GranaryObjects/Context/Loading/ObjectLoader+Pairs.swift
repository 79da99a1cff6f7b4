/// Updating one-to-one pairs after saves of others.
extension ObjectLoader {
    /// Makes the one-to-one relationships of unsaved objects consistent with the saves of others.
    ///
    /// A relationship that this context has set stays, and the partner that others gave the object is freed, as if the
    /// program set the relationship now. A relationship that this context has not set follows the store: the former
    /// partner is reloaded and refers to another object. Without `freeing`, the caller handles the relationships that
    /// this context has set.
    func followPairs(of groups: [(table: ObjectTable, keys: [ObjectKey])], freeing: Bool) throws {
        // Update relationships that follow the store first, those of every model, so that those set here override them.
        var follows: [(_ isOwn: Bool) -> Void] = []
        for (table, keys) in groups where !keys.isEmpty && table.entity.hasPairs {
            let type = try table.modelType()
            follows.append(try follow(keys, table, of: type))
        }
        for isOwn in freeing ? [false, true] : [false] {
            for follow in follows { follow(isOwn) }
        }
    }

    /// Reads the rows of some objects, and returns a closure that makes the relationships that this context has set, or
    /// the other ones, follow these rows.
    private func follow<M: Model>(
        _ keys: [ObjectKey], _ table: ObjectTable, of type: M.Type
    ) throws -> (_ isOwn: Bool) -> Void {
        let rows = try currentRows(type, keys, of: table.entity)
        let objects = keys.compactMap { key in table.object(key.bits, as: type).map { (key, $0) } }
        return { [graph] isOwn in
            for (key, object) in objects {
                for relationship in table.entity.toOne
                where relationship.isOneToOne && object.hasSet(relationship) == isOwn {
                    let theirs = rows[key.bits]?.object.referenceKey(at: relationship.position)
                    if isOwn {
                        graph.pairs.freeOther(end: theirs, of: object, relationship)
                    } else {
                        graph.pairs.followStore(relationship, of: object, to: theirs)
                    }
                }
            }
        }
    }
}
