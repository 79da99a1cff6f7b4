/// How lists and pairs follow what others have saved.
extension ChangeMerger {
    /// More rows are not looked at for what lists they are in; the lists are read again instead.
    private static let mostEntering = 1_024

    /// Adds stored objects to the lists that are loaded of what they refer to.
    ///
    /// Complexity: O(keys), with a request for those that are not loaded; they may have come into a list from nowhere.
    func enterLists(_ keys: [ObjectKey], _ table: ObjectTable) throws {
        let entity = table.entity
        guard graph.hasLists(of: entity) else { return }
        var seen: Set<KeyBits> = []
        let wanted = keys.filter { table.map.place(of: $0.bits) == nil && seen.insert($0.bits).inserted }
        if wanted.count > Self.mostEntering {
            table.forgetMembers()
            return
        }
        let entering = try loader.objects(wanted, of: entity)
        // Held until they are in the lists.
        withExtendedLifetime(entering) {
            for key in keys {
                guard let object = graph.loadedObject(key.bits, of: entity),
                    object.objectState.phase == .stored,
                    object.objectState.changes == nil
                else { continue }
                graph.followOtherEnds(of: object, from: [:], table)
            }
        }
    }

    /// Has the one-to-one relationships of unsaved objects agree with what others have saved of them.
    ///
    /// A side that this context has set stays, and the other end that others gave it is freed, as if it were set now.
    /// One that it has not set follows the store, since the other end is read again and refers to somebody else.
    func followPairs(of keys: [ObjectKey], _ table: ObjectTable) throws {
        guard !keys.isEmpty, table.entity.hasPairs, let type = table.type else { return }
        func follow<M: Model>(_ type: M.Type) throws {
            let rows = try loader.currentRows(type, keys, of: table.entity)
            let objects = keys.compactMap { key in table.object(key.bits, as: type).map { (key, $0) } }
            // What follows the store first, so that what was set here wins over all of it.
            for isOwn in [false, true] {
                for (key, object) in objects {
                    for relationship in table.entity.toOne
                    where relationship.isOneToOne && self.graph.isOwn(relationship, of: object) == isOwn {
                        let theirs = rows[key.bits]?.object.referenceKey(at: relationship.position)
                        if isOwn {
                            graph.freeOther(end: theirs, of: object, relationship)
                        } else {
                            object.refer(
                                to: theirs.map { .key($0) } ?? .empty, at: relationship.position)
                        }
                    }
                }
            }
        }
        try follow(type)
    }
}
