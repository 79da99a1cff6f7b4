/// Ending the effects of delete rules on objects that others have moved away from the deleted ones.
///
/// A delete rule acts on the objects that refer to an object when its deletion is saved, in the store or in the parent
/// (Docs/Decisions/deletions-and-their-keys.md).
extension DeleteRules {
    /// Whether delete rules alone have deleted an object, and none of them reaches its row as others have it.
    func isMovedAway(_ object: any Model, to theirs: any Model) -> Bool {
        guard let deletion = deletionByRules(of: object) else { return false }
        return !deletion.causes.contains { !hasLeft(object, to: theirs, from: $0) }
    }

    /// The deletions that do not reach an object's row as others have it.
    func lostCauses(of object: any Model, movedTo theirs: any Model) -> [any Model] {
        deletions[object]?.causes.filter { hasLeft(object, to: theirs, from: $0) } ?? []
    }

    /// Forgets deletions that do not reach a deleted object any more; an object that no other deletion reaches, and
    /// that the program has not deleted itself, becomes a stored one again.
    ///
    /// - Returns: Whether it is.
    @discardableResult
    func leave(_ causes: [any Model], _ object: any Model) -> Bool {
        if causes.isEmpty { return false }
        for cause in causes { _ = deletions.remove(cause: cause, of: object) }
        guard let left = deletionByRules(of: object), left.causes.isEmpty else { return false }
        // Rules of other deletions are applied to what its own has reached before the next attempt of the save.
        revive(object, givingUpCauses: false)
        return true
    }

    /// Whether rules may have deleted objects through pairs of many-to-many relationships, which have no versions.
    var cascadesThroughPairs: Bool {
        if deletions.isEmpty { return false }
        return tables.contains { table in
            table.hasChanges
                && table.entity.toMany.contains { relationship in
                    if case .link = relationship.storage {
                        relationship.deleteRule == .cascade
                    } else {
                        false
                    }
                }
        }
    }

    /// Ends the deletions by rules that have reached their objects through pairs which others have removed since.
    ///
    /// Complexity: O(deleted objects and the pairs of those that have reached them), and a request for each of the
    /// latter.
    func leaveUnpaired() {
        var known: [PairList: Set<ObjectKey>] = [:]
        for table in tables where table.hasChanges {
            for object in table.touched(in: .deleted) {
                guard let deletion = deletionByRules(of: object) else { continue }
                leave(deletion.causes.filter { hasLostPair(object, with: $0, &known) }, object)
            }
        }
    }

    /// The pairs that one object has in the store.
    private struct PairList: Hashable {
        let table: String
        let isFirst: Bool
        let owner: ObjectKey
    }

    /// Makes cascading to-one relationships of a deleted object reach the targets that others have set since, instead
    /// of those at the time of deletion.
    ///
    /// `former` are the keys that it referred to then; a relationship in `own` was set here, and stays unchanged.
    func followCascades(of object: any Model, former: [ObjectKey?], besides own: PropertySet) {
        guard object._objectState.phase == .deleted, let entity = tables.table(of: object)?.entity else {
            return
        }
        for relationship in entity.toOne
        where relationship.deleteRule == .cascade && !own.contains(relationship.property) {
            let (before, now) = (
                former[relationship.position], object.referenceKey(at: relationship.position)
            )
            if before == now { continue }
            if let before, let target = tables.loadedObject(before.bits, of: relationship.destination) {
                leave([object], target)
            }
            do {
                guard let now, let target = try lookup.anyObject(now, of: relationship.destination),
                    target._objectState.phase != .deleted
                else { continue }
                var deletion = Deletion(object)
                deletion.reached = [target]
                deletions.record(deletion)
                try deleteWithReached(target)
            } catch {
                lookup.errors.keep(error, loading: relationship)
            }
        }
    }

    /// The deleted objects that objects of the current snapshot refer to and whose rules reach these.
    ///
    /// Complexity: O(deleted objects), with a request for each of their relationships.
    ///
    /// - Throws: ``GranaryError/Code/constraint`` where a rule forbids the deletion; errors of the stores.
    func deletedOwnersWithMembers() throws -> [(entity: Entity, key: ObjectKey)] {
        var found: [(entity: Entity, key: ObjectKey)] = []
        for table in tables where table.hasChanges {
            let deleted = table.touched(in: .deleted).filter { !table.isReplaced($0) }
            if deleted.isEmpty { continue }
            var owners = IdentitySet()
            for relationship in table.entity.toMany where relationship.deleteRule != .noAction {
                guard case .destinationColumns = relationship.storage else { continue }
                try lists.loadAnyToMany(relationship, of: deleted)
                for object in deleted where !owners.contains(object) {
                    let members = object._members(at: relationship.position)?.models ?? []
                    guard members.contains(where: \._objectState.isIdentified) else { continue }
                    if relationship.deleteRule == .deny { throw denied(relationship) }
                    owners.insert(object)
                    found.append((table.entity, object.erasedKey))
                }
            }
        }
        return found
    }

    /// The record of an object that rules alone have deleted, and whose key no new object has taken.
    private func deletionByRules(of object: any Model) -> Deletion? {
        guard object._objectState.phase == .deleted, let deletion = deletions[object], !deletion.isNamed,
            tables.table(of: object)?.isReplaced(object) != true
        else { return nil }
        return deletion
    }

    /// Whether an object referred to a deleted one when it was read, and others have made it refer to another one.
    ///
    /// A reference that this context has set is for the merge policy to decide about.
    private func hasLeft(_ object: any Model, to theirs: any Model, from cause: any Model) -> Bool {
        isFree(object, of: cause) { relationship in
            guard case .destinationColumns(let inverse) = relationship.storage else { return true }
            return object.readReference(at: inverse) != cause.erasedKey
                || theirs.referenceKey(at: inverse.position) == cause.erasedKey
        }
    }

    /// Whether an object was reached only through a pair that no longer exists.
    private func hasLostPair(
        _ object: any Model, with cause: any Model, _ known: inout [PairList: Set<ObjectKey>]
    ) -> Bool {
        isFree(object, of: cause) { relationship in
            guard case .link(let table, let isFirst) = relationship.storage else {
                if case .destinationColumns(let inverse) = relationship.storage {
                    return object.referenceKey(at: inverse.position) == cause.erasedKey
                }
                return cause.referenceKey(at: relationship.position) == object.erasedKey
            }
            return isPaired(cause, object, relationship, table, isFirst: isFirst, &known)
        }
    }

    /// Whether there are cascading relationships from one object to another, and none of them still connects the two.
    private func isFree(_ object: any Model, of cause: any Model, unless holds: (Relationship) -> Bool)
        -> Bool
    {
        guard let entity = tables.schema.entity(of: type(of: cause)),
            let target = tables.table(of: object)?.entity
        else { return false }
        let rules = entity.relationships.filter { $0.deleteRule == .cascade && $0.destination === target }
        return !rules.isEmpty && !rules.contains(where: holds)
    }

    /// Whether two objects are a pair in this context, or else in the store.
    private func isPaired(
        _ owner: any Model, _ member: any Model, _ relationship: Relationship, _ table: LinkTable,
        isFirst: Bool, _ known: inout [PairList: Set<ObjectKey>]
    ) -> Bool {
        let ends = isFirst ? (owner, member) : (member, owner)
        let pair = lists.links.makePair(ends.0, ends.1, wasConnected: true)
        if lists.links.change(of: pair, table.name) == true { return true }
        let list = PairList(table: table.name, isFirst: isFirst, owner: owner.erasedKey)
        do {
            if known[list] == nil {
                let session = try lookup.access.session(of: relationship.owner)
                let stored = try session.links(table, fromFirst: isFirst, of: [owner.erasedKey])
                known[list] = Set(stored.map { $0.1 })
            }
        } catch {
            lookup.errors.keep(error, loading: relationship)
            return true
        }
        if known[list]?.contains(member.erasedKey) == true { return true }
        // The deletion has ended a pair that only this context knew.
        return deletions[owner]?.unlinked.contains { $0.before == true && $0.pair == pair } == true
    }
}

extension Model {
    /// The key that a relationship to one had when the object was last read or saved.
    fileprivate func readReference(at relationship: Relationship) -> ObjectKey? {
        guard let changes = _objectState.changes, changes.properties.contains(relationship.property),
            let original = changes.original as? Snapshot
        else { return referenceKey(at: relationship.position) }
        return Self(original).referenceKey(at: relationship.position)
    }
}
