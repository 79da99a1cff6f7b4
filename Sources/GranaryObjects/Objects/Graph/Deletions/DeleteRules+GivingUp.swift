/// Giving up deletions, and applying delete rules to objects that others have added since.
extension DeleteRules {
    /// Makes a deleted object a stored one again, and reverts the rules' effects of its deletion.
    ///
    /// The deletions that reached it are given up too: their objects cannot be deleted while it refers to them.
    func giveUpDeletion(of object: any Model) { revive(object, givingUpCauses: true) }

    /// Makes a deleted object a stored one again, with all that its deletion alone has reached; if the causes are given
    /// up, also the deleted objects that have reached it or that it refers to.
    func revive(_ object: any Model, givingUpCauses: Bool) {
        var queue: [any Model] = [object]
        var (revived, ended): ([any Model], [Deletion]) = ([], [])
        while let next = queue.popLast() {
            guard next._objectState.phase == .deleted, let table = tables.table(of: next),
                givingUpCauses || !table.isReplaced(next)
            else { continue }
            let deletion = deletions.remove(next)
            // The map has room for one object with a key, so a new object with this key leaves before this one returns.
            if givingUpCauses { removeSuccessor(of: next, table) }
            table.revive(next)
            revived.append(next)
            if givingUpCauses { queue += tables.deletedTargets(of: next) + (deletion?.causes ?? []) }
            guard let deletion else { continue }
            ended.append(deletion)
            for reached in deletion.reached where stopsReaching(reached, from: next) { queue.append(reached) }
        }
        // Not in the loop above: an object revived later in it refers back, and joins its pairs, only then.
        for deletion in ended { revert(deletion) }
        for object in revived {
            pairs.leaveLostPairs(of: object)
            if !givingUpCauses { pairs.leaveDeletedPartners(of: object) }
        }
        tables.invalidateUnsavedMembers()
    }

    /// Reverts the effects of rules and merging for a deletion that counts as never made.
    func revertEffects(ofDeleting object: any Model) {
        guard let deletion = deletions.remove(object) else { return }
        for reached in deletion.reached where stopsReaching(reached, from: object) {
            giveUpDeletion(of: reached)
        }
        revert(deletion)
    }

    /// Detaches the new object that has taken the key of a deleted one.
    private func removeSuccessor(of object: any Model, _ table: ObjectTable) {
        let bits = object.erasedKey.bits
        guard table.isReplaced(object),
            let successor = tables.loadedObject(bits, of: table.entity), successor !== object
        else { return }
        // References by the key now mean the returning object, which may have another partner.
        for relationship in table.entity.toOne where relationship.isOneToOne {
            guard let partner = successor._referenceBits(at: relationship.position) else { continue }
            pairs.release(successor, from: partner, through: relationship)
        }
        table.detach(successor)
        lists.removeLinks { $0 === successor }
    }

    /// Notes that a deletion no longer reaches an object; returns whether no other reason keeps it deleted.
    func stopsReaching(_ object: any Model, from cause: any Model) -> Bool {
        guard let deletion = deletions.remove(cause: cause, of: object) else { return false }
        if object._objectState.phase == .detached {
            // It was new, so it left the context at once.
            deletions.remove(object)
            insertAgain(object)
            return false
        }
        return !deletion.isNamed && deletion.causes.isEmpty
    }

    private func insertAgain(_ object: any Model) {
        do {
            try Insertion(pairs: pairs).insert(object)
        } catch {
            lookup.errors.keep(
                error as? GranaryError
                    ?? GranaryError(
                        .invalidObject,
                        "An object could not be inserted again when the deletion that had reached it was given up.",
                        context: .init(entity: type(of: object).modelDescription.name), cause: error))
        }
    }

    /// Reverts the rules' changes to objects that stay, for a deletion that was given up.
    func revert(_ deletion: Deletion) {
        reconnect(deletion.cleared + deletion.clearedByMerging, to: deletion.object)
        for (table, pair, before) in deletion.unlinked {
            guard pair.first._objectState.isIdentified, pair.second._objectState.isIdentified else {
                continue
            }
            lists.links.mark(pair, table, as: before)
        }
    }

    /// Makes objects refer to a revived object again, unless they now refer to another one.
    func reconnect(_ cleared: [(object: any Model, relationship: Relationship)], to target: any Model) {
        guard target._objectState.isIdentified else { return }
        for (object, relationship) in cleared where object._objectState.isIdentified {
            guard case .empty = object._reference(at: relationship.position),
                let entity = tables.table(of: object)?.entity
            else { continue }
            object.willChangeAny(relationship.property)
            object.refer(to: .key(target.erasedKey), at: relationship.position)
            tables[entity.index].dropSettledChanges(of: object)
        }
    }

    /// Applies delete rules to objects that refer to deleted ones since others saved them or the parent has them.
    ///
    /// Complexity: O(deleted objects) where nothing has changed since.
    func repeatDeleteRules() throws {
        if tables.areOfChild, cascadesThroughPairs { leaveUnpaired() }
        for table in tables where table.entity.toMany.contains(where: { $0.deleteRule != .noAction }) {
            let deleted = table.touched(in: .deleted).filter { !table.isReplaced($0) }
            if deleted.isEmpty { continue }
            for relationship in table.entity.toMany where relationship.deleteRule != .noAction {
                // A parent does not report its changes.
                if tables.areOfChild {
                    tables[relationship.destination.index].invalidateMembers()
                }
                // `checkDenied` applies the deny rule to the final state.
                if relationship.deleteRule != .deny { try repeatDeleteRule(relationship, of: deleted) }
            }
        }
    }

    private func repeatDeleteRule(_ relationship: Relationship, of deleted: [any Model]) throws {
        let epoch = tables.epoch(of: relationship)
        let stale = deleted.filter { object in
            guard let members = object._members(at: relationship.position) else { return true }
            return !members.isLoaded || members.epoch != epoch
        }
        if stale.isEmpty { return }
        try lists.loadAnyToMany(relationship, of: stale)
        for object in stale {
            var deletion = Deletion(object)
            applyRule(relationship, of: object, &deletion)
            deletions.record(deletion)
            for reached in deletion.reached { try deleteWithReached(reached) }
        }
    }
}
