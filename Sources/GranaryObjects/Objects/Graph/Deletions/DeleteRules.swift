/// Deletes objects, and applies the delete rules of their relationships.
struct DeleteRules {
    /// Updates the other sides of the deleted objects' relationships.
    let pairs: PairFixup

    var deletions: Deletions { pairs.deletions }
    var lists: ToManyLists { pairs.lists }
    var lookup: ObjectLookup { pairs.lookup }
    var tables: ObjectTables { pairs.tables }

    /// Marks an object deleted and applies the delete rules of its relationships.
    ///
    /// An object that others have already deleted leaves the context at once.
    func delete<M: Model>(_ object: M) throws {
        // The program's own deletion remains when the deletion that reached the object is given up.
        deletions.name(object)
        try deleteWithReached(object)
    }

    /// Deletes an object and all objects that its delete rules reach.
    func deleteWithReached<M: Model>(_ object: M) throws {
        var queue: [any Model] = []
        try deleteOne(object, &queue)
        if queue.isEmpty { return }
        // A new object that several rules reach has already left the context the second time.
        var reached: [any Model] = [object]
        var seen = IdentitySet(reached)
        while let next = queue.popLast() {
            if seen.contains(next) { continue }
            seen.insert(next)
            reached.append(next)
            try deleteOne(next, &queue)
        }
    }

    private func deleteOne<M: Model>(_ object: M, _ queue: inout [any Model]) throws {
        if object._objectState.phase == .deleted { return }
        guard let table = tables.table(of: object) else {
            throw GranaryError(
                .invalidObject,
                "The object is not in this context, so it cannot be deleted here; fetch it by its objectID first.",
                context: .init(entity: M.modelDescription.name))
        }
        let wasStored = object._objectState.phase == .stored
        if wasStored {
            try loadRuled(object, table.entity)
            for relationship in table.entity.toOne { pairs.settlePair(of: object, relationship) }
            // Loading may have merged the saves of others, who may have deleted the object.
            if object._objectState.phase == .detached { return }
        }
        var deletion = Deletion(object)
        for relationship in table.entity.toMany { applyRule(relationship, of: object, &deletion) }
        for relationship in table.entity.toOne { applyToOneRule(relationship, of: object, &deletion) }
        queue.append(contentsOf: deletion.reached)
        // Whether the store has the row of an object that is being saved is not known yet
        // (Docs/Decisions/saving-in-the-background.md).
        if wasStored || table.isBeingSaved(object) {
            deletions.record(deletion)
            table.markDeleted(object)
        } else {
            if table.entity.toMany.contains(where: { $0.deleteRule == .deny }) {
                table.addDeniable(object.objectKey.keyBits)
            }
            // Before detaching: the references are keys, which mean nothing outside of the context
            // (Docs/Decisions/relationships-in-contexts.md).
            tables.restoreReferences(of: object, table.entity)
            table.detach(object)
        }
    }

    /// Loads all objects that the delete rules of an object's batch concern; a deletion starts only after that.
    private func loadRuled<M: Model>(_ object: M, _ entity: Entity) throws {
        for relationship in entity.toMany where relationship.deleteRule != .noAction {
            if let members = object._members(at: relationship.position), members.isLoaded,
                members.epoch == tables.epoch(of: relationship)
            {
                continue
            }
            // A loop that deletes the objects of one query then sends one request for each relationship, not one for
            // each object.
            try lists.loadToMany(
                relationship, of: tables.members(of: object._objectState.batch, including: object))
        }
        for relationship in entity.toOne
        where needsTarget(relationship) && isWaiting(relationship, of: object) {
            try lookup.loadToOne(
                relationship, of: tables.members(of: object._objectState.batch, including: object))
        }
    }

    /// Whether a deletion changes the target of the relationship: it clears the partner's side or deletes the target.
    func needsTarget(_ relationship: Relationship) -> Bool {
        relationship.deleteRule == .cascade || relationship.isOneToOne
    }

    /// Whether the target of a relationship to one is neither loaded nor known to be absent.
    private func isWaiting<M: Model>(_ relationship: Relationship, of object: M) -> Bool {
        guard let bits = object._referenceBits(at: relationship.position) else { return false }
        let table = tables[relationship.destination.index]
        return table.map.object(bits) == nil && !table.isAbsent(bits)
    }

    func applyRule<M: Model>(_ relationship: Relationship, of object: M, _ deletion: inout Deletion) {
        guard relationship.deleteRule != .noAction else { return }
        let members = lists.knownMembers(of: object, at: relationship.position)
        switch (relationship.storage, relationship.deleteRule) {
        // Until the save the program may move or delete the members, so `checkDenied` checks the final state.
        case (_, .noAction), (_, .deny), (.ownColumns, _): break
        case (.destinationColumns, .cascade): deletion.reached.append(contentsOf: members)
        case (.destinationColumns(let inverse), .nullify):
            for member in members {
                deletion.cleared.append((member, inverse))
                member.clear(inverse, ifReferringTo: object)
            }
        case (.link(let table, let isFirst), let rule):
            if rule == .cascade { deletion.reached.append(contentsOf: members) }
            // Also before a cascade, since a list of the members has no deleted objects: no other code ends these
            // pairs.
            for member in members {
                let ends: (any Model, any Model) = isFirst ? (object, member) : (member, object)
                let pair = lists.links.makePair(ends.0, ends.1, wasConnected: true)
                deletion.unlinked.append((table.name, pair, lists.links.change(of: pair, table.name)))
                lists.link(object, member, table, isFirst: isFirst, added: false)
                if let inverse = relationship.inverse {
                    lists.membersForFixup(of: member, at: inverse.position, to: object)?.remove(
                        object)
                }
            }
        }
    }

    private func applyToOneRule<M: Model>(
        _ relationship: Relationship, of object: M, _ deletion: inout Deletion
    ) {
        guard let bits = object._referenceBits(at: relationship.position) else { return }
        if relationship.deleteRule == .cascade, let key = object.referenceKey(at: relationship.position),
            let target = lookup.target(key, of: relationship)
        {
            deletion.reached.append(target)
        }
        if let inverse = relationship.inverseToOne,
            let partner = tables.loadedObject(bits, of: relationship.destination)
        {
            deletion.cleared.append((partner, inverse))
        }
        pairs.release(object, from: bits, through: relationship)
    }

    /// Checks the rules that forbid a deletion against the final state; called before a save writes.
    func checkDenied() throws {
        for table in tables {
            for relationship in table.entity.relationships where relationship.deleteRule == .deny {
                for object in table.touched where object._objectState.phase == .deleted {
                    try checkDenied(relationship, object)
                }
                for bits in table.deniable where table.map.place(of: bits) == nil {
                    try checkDenied(relationship, bits)
                }
            }
        }
    }

    /// Checks the rule for an object deleted before its first save: only objects of this context can refer to it.
    private func checkDenied(_ relationship: Relationship, _ bits: KeyBits) throws {
        guard case .destinationColumns(let inverse) = relationship.storage else { return }
        for object in tables[relationship.destination.index].touched
        where object._objectState.isIdentified && object._referenceBits(at: inverse.position) == bits {
            throw denied(relationship)
        }
    }

    private func members<M: Model>(of relationship: Relationship, loadedFor object: M) throws -> [any Model] {
        // If a new object has taken the key, references to that key mean the new object.
        let isReplaced = tables.table(of: object)?.isReplaced(object) ?? false
        if !isReplaced { try lists.loadToMany(relationship, of: [object]) }
        return Array(object._members(at: relationship.position)?.models ?? [])
    }

    private func checkDenied(_ relationship: Relationship, _ object: any Model) throws {
        let others: [any Model]
        if relationship.isToMany {
            others = try members(of: relationship, loadedFor: object)
        } else if let key = object.referenceKey(at: relationship.position) {
            others = try lookup.anyObject(key, of: relationship.destination).map { [$0] } ?? []
        } else {
            others = []
        }
        if others.contains(where: { $0._objectState.phase == .stored || $0._objectState.phase == .inserted })
        {
            throw denied(relationship)
        }
    }

    /// The error of a deletion that a rule forbids.
    func denied(_ relationship: Relationship) -> GranaryError {
        GranaryError(
            .constraint,
            "\(relationship.owner.name) cannot be deleted while \(relationship.name) holds objects. Delete or move those first, or roll back.",
            context: .init(
                entity: relationship.owner.name, properties: [relationship.name], constraint: .deny))
    }
}
