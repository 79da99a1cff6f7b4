/// How pairs follow what others have saved.
extension ObjectLoader {
    /// Has the one-to-one relationships of unsaved objects agree with what others have saved of them.
    ///
    /// A side that this context has set stays, and the other end that others gave it is freed, as if it were set now.
    /// One that it has not set follows the store, since the other end is read again and refers to somebody else.
    /// Unless others are to be freed, what this context has set is left to the caller.
    func followPairs(of keys: [ObjectKey], _ table: ObjectTable, freeing: Bool) throws {
        guard !keys.isEmpty, table.entity.hasPairs, let type = table.type else { return }
        func follow<M: Model>(_ type: M.Type) throws {
            let rows = try currentRows(type, keys, of: table.entity)
            let objects = keys.compactMap { key in table.object(key.bits, as: type).map { (key, $0) } }
            // What follows the store first, so that what was set here wins over all of it.
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
        try follow(type)
    }
}
