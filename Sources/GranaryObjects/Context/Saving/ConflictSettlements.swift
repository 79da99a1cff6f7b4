/// The settlements of conflicts, collected until all of them are decided.
struct ConflictSettlements {
    let graph: ObjectGraph
    /// Whether this context's changes are preferred, so that its deletions of other objects stay.
    let prefersMine: Bool
    /// The conflicts that nothing has settled.
    private(set) var open: [SaveConflict] = []
    /// The conflicts whose settlement gives up edits of this context.
    private(set) var givenUp: [SaveConflict] = []
    private var steps: [() -> Void] = []
    /// The steps that end deletions by rules, and with them those of what belongs to their objects.
    private var firstSteps: [() -> Void] = []
    private var repairs: [(Set<ObjectIdentifier>) -> Void] = []
    private var deletions: [any Model] = []

    init(graph: ObjectGraph, prefersMine: Bool) {
        self.graph = graph
        self.prefersMine = prefersMine
    }

    /// Notes what is to be done about a conflict; one that stays open keeps its object from being settled.
    mutating func add<M: Model>(
        _ conflict: ConflictCase<M>, _ outcome: ThreeWayMerge<M.Snapshot>.Outcome
    ) throws {
        let graph = graph
        if let lost = try conflict.givenUp(by: outcome, in: graph) { givenUp.append(lost) }
        switch outcome {
        case .open(let description):
            open.append(conflict.describing(description))
            // A rollback reads it again; at its old version every further attempt would end in this conflict
            // (Docs/Decisions/merging-what-others-save.md).
            return graph.outdated.insert(conflict.key.bits, of: conflict.entity)
        case .theirs:
            if conflict.isMovedAway(in: graph) {
                firstSteps.append { graph.giveUp(conflict) }
            } else {
                steps.append { graph.giveUp(conflict) }
            }
        case .mine(let changes): steps.append { graph.keep(conflict, changes) }
        case .delete: steps.append { graph.keepDeletion(conflict) }
        case .insert: steps.append { graph.storeAgain(conflict.mine) }
        }
        if conflict.mine._objectState.phase == .deleted { deletions.append(conflict.mine) }
        addRepair(of: conflict)
    }

    /// Does it all; it cannot fail.
    func carryOut() {
        // All steps before any repair: a partner in one-to-one may be in conflict itself
        // (Docs/Decisions/merging-what-others-save.md).
        for step in firstSteps + steps { step() }
        // A deletion that is still there was chosen, even if other objects refer to the deleted one.
        let kept = deletions.filter { $0._objectState.phase == .deleted }.map { ObjectIdentifier($0) }
        for repair in repairs { repair(Set(kept)) }
        graph.tables.invalidateUnsavedMembers()
    }

    /// Makes the other sides of an object's relationships consistent, after all conflicts are settled.
    private mutating func addRepair<M: Model>(of conflict: ConflictCase<M>) {
        let (graph, prefersMine) = (graph, prefersMine)
        // Now, since settling sets other references, and the partners of these are to be freed.
        let before = conflict.mine.referenceKeys(conflict.entity)
        let own = conflict.mine._objectState.changes?.properties ?? PropertySet()
        let theirs = conflict.theirs.map { $0.object.referenceKeys(conflict.entity) } ?? []
        repairs.append { kept in
            graph.lookup.clearGoneTargets(of: conflict.mine)
            graph.pairs.fixUpPairs(of: conflict.mine, former: before, theirs)
            graph.deleteRules.followCascades(of: conflict.mine, former: before, besides: own)
            // If this context is preferred, the delete rules apply to the settled object instead.
            if !prefersMine { graph.giveUpDeletedTargets(of: conflict.mine, besides: kept) }
        }
    }
}

extension ObjectGraph {
    /// Gives up the deletions of objects to which a settled object refers.
    fileprivate func giveUpDeletedTargets(of object: any Model, besides kept: Set<ObjectIdentifier>) {
        guard object._objectState.isIdentified else { return }
        let targets = tables.deletedTargets(of: object).filter { !kept.contains(ObjectIdentifier($0)) }
        if targets.isEmpty { return }
        for target in targets { deleteRules.giveUpDeletion(of: target) }
        // The objects that are no longer deleted refer back to it.
        pairs.fixUpPairs(of: object)
    }

    /// Keeps some of this context's properties over those of others.
    fileprivate func keep<M: Model>(
        _ conflict: ConflictCase<M>, _ changes: ThreeWayMerge<M.Snapshot>.Assignment
    ) {
        guard let theirs = conflict.theirs else { return }
        let (mine, entity) = (conflict.mine, conflict.entity)
        if mine._objectState.phase == .deleted { return keepDeletion(conflict) }
        let original = theirs.object.snapshot
        mine.restoreAny(PropertySet.all.subtracting(changes.properties), from: original)
        mine.restoreAny(changes.decided, from: changes.values)
        let changed = changes.properties.intersection(PropertySet(count: entity.propertyCount))
            .subtracting(entity.keyProperties)
        tables[entity.index].setChanges(
            of: mine, to: ChangeRecord(original: original, changed), from: theirs.version)
        tables.invalidateMembers()
    }

    /// Keeps this context's deletion; rolling it back returns to what the others have.
    fileprivate func keepDeletion<M: Model>(_ conflict: ConflictCase<M>) {
        guard let theirs = conflict.theirs else { return }
        tables[conflict.entity.index].setChanges(of: conflict.mine, to: nil, from: theirs.version)
        conflict.mine.restoreAny(.all, from: theirs.object.snapshot)
    }

    /// Inserts an object again that others have deleted, with the relationships that this context knows.
    fileprivate func storeAgain<M: Model>(_ object: M) {
        guard let table = tables.table(of: object) else { return }
        table.insertAgain(object)
        for position in 0..<table.toManyCount { object._members(at: position)?.unload() }
    }

    /// Gives up this context's changes to an object.
    fileprivate func giveUp<M: Model>(_ conflict: ConflictCase<M>) {
        let mine = conflict.mine
        guard let theirs = conflict.theirs else { return acceptDeletion(mine) }
        if mine._objectState.phase == .deleted {
            // What the deletion of another object no longer reaches is no reason to give that one up
            // (Docs/Decisions/deletions-and-their-keys.md).
            let lost = deleteRules.lostCauses(of: mine, movedTo: theirs.object)
            keepDeletion(conflict)
            if !deleteRules.leave(lost, mine) { deleteRules.giveUpDeletion(of: mine) }
        }
        keep(conflict, .init(properties: PropertySet(), values: theirs.object.snapshot))
    }

    private func acceptDeletion<M: Model>(_ object: M) {
        guard let table = tables.table(of: object) else { return }
        deletions.remove(object)
        let bits = object.objectKey.keyBits
        lists.removeLinks { $0 === object }
        lookup.detachGone(object, table)
        tables.clearReferences(to: [bits], table)
    }
}
