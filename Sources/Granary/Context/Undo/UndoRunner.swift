/// Carries the steps of a history out on the objects of a context.
struct UndoRunner {
    let graph: ObjectGraph
    let history: UndoHistory
    /// Reads again what others have changed, where changes here do not keep it as it was any more.
    let readOutdated: () -> Void

    /// Takes the last step back; false when there is none.
    func undo() throws -> Bool { try carryOut(undoing: true) }

    /// Does the step again that was undone last; false when there is none.
    func redo() throws -> Bool { try carryOut(undoing: false) }

    private func carryOut(undoing: Bool) throws -> Bool {
        guard let step = try history.nextStep(undoing: undoing) else { return false }
        try history.applying { try apply(undoing ? step.reversed : step) }
        history.move(step, undoing: undoing)
        return true
    }

    /// Carries a step out: every object and pair becomes what it is after the step.
    ///
    /// - Throws: ``GranaryError/Code/conflict`` when an object of the step is gone or its key is taken;
    ///   nothing is changed then.
    private func apply(_ step: UndoStep) throws {
        let leaving = IdentitySet(
            step.objects.lazy.filter { if case .absent = $0.after { true } else { false } }.map(\.object))
        for change in step.objects { try check(change, leaving) }
        let former = step.objects.map { change in
            entity(of: change.object).map { graph.referenceKeys(of: change.object, $0) } ?? []
        }
        // Keys become free before others take them.
        for change in step.objects {
            if case .absent = change.after { graph.markDeletedOrDetach(change.object) }
        }
        for change in step.objects {
            guard case .present(let values) = change.after, let entity = self.entity(of: change.object) else {
                continue
            }
            if case .present = change.before {
                assign(change.properties, from: values, to: change.object, entity)
            } else {
                bringBack(change.object, values, graph.tables[entity.index])
            }
        }
        for link in step.links { apply(link, isExact: step.saves == history.saves) }
        for change in step.objects { unlistUnchanged(change.object) }
        if changesLists(step) { forgetLists(of: step, former) }
        if step.saves != history.saves { fixUpOtherEnds(of: step, former) }
        for change in step.objects { graph.freePartners(ofDeleted: change.object) }
        let outdated = step.objects.map(\.object).filter(isOutdated)
        if !outdated.isEmpty { readOutdated() }
        // What merging has freed because of the step refers to what is read again now.
        for object in outdated { graph.fixUpPairs(of: object) }
        for change in step.objects { graph.table(of: change.object)?.record(change.object) }
    }

    /// The entity of an object that may have left the context.
    private func entity(of object: any Model) -> Entity? { graph.schema.entity(of: type(of: object)) }

    /// Whether others have changed an object that was not read again, because of changes of its own.
    private func isOutdated(_ object: any Model) -> Bool {
        guard !graph.outdated.isEmpty, let entity = graph.table(of: object)?.entity else { return false }
        return graph.outdated.contains(object.erasedKey.bits, of: entity)
    }

    /// Whether a step may change the members of any list.
    private func changesLists(_ step: UndoStep) -> Bool {
        if !step.links.isEmpty { return true }
        return step.objects.contains { change in
            guard case .present = change.before, case .present = change.after,
                let entity = self.entity(of: change.object)
            else { return true }
            let relationships = PropertySet(count: entity.propertyCount)
                .subtracting(PropertySet(count: entity.attributes.count))
            return !change.properties.intersection(relationships).isEmpty
        }
    }

    /// Lets the lists that a step may change be put together again: all of stored objects, and of new ones those that
    /// are in the step, or that objects of the step have referred to or refer to.
    private func forgetLists(of step: UndoStep, _ former: [[ObjectKey?]]) {
        graph.forgetMembers()
        for link in step.links {
            graph.forgetUnsavedMembers(of: link.pair.first)
            graph.forgetUnsavedMembers(of: link.pair.second)
        }
        for (change, former) in zip(step.objects, former) {
            graph.forgetUnsavedMembers(of: change.object)
            guard let entity = self.entity(of: change.object) else { continue }
            let present = graph.referenceKeys(of: change.object, entity)
            for relationship in entity.toOne where relationship.inverseToMany != nil {
                for case let key? in [former[relationship.position], present[relationship.position]] {
                    graph.loadedObject(key.bits, of: relationship.destination).map(
                        graph.forgetUnsavedMembers(of:))
                }
            }
        }
    }

    private func check(_ change: UndoStep.ObjectChange, _ leaving: IdentitySet) throws {
        let (object, state) = (change.object, change.object.objectState)
        let isHere = graph.table(of: object) != nil
        switch (change.before, state.phase) {
        case (.present, .stored) where isHere, (.present, .inserted) where isHere: return
        case (.absent, .deleted) where isHere, (.absent, .detached), (.absent, .transient):
            guard let entity = self.entity(of: object),
                let other = graph.loadedObject(object.erasedKey.bits, of: entity), other !== object,
                other.objectState.phase != .deleted, !leaving.contains(other)
            else { return }
        default: break
        }
        throw GranaryError(
            .conflict,
            "The step cannot be carried out: an object it changed is gone, or another has its key. Refresh, or forget the steps by setting `undoLevels` again.",
            context: .init(entity: type(of: object).modelDescription.name))
    }

    private func bringBack(_ object: any Model, _ values: any ModelSnapshot, _ table: ObjectTable) {
        let bits = object.erasedKey.bits
        if let other = graph.loadedObject(bits, of: table.entity), other !== object {
            table.replaceDeleted(other)
        }
        if object.objectState.phase == .deleted {
            let deletion = graph.deletions.remove(object)
            table.revive(object)
            // What merging has done because of the deletion is in no step.
            if let deletion { graph.reconnect(deletion.clearedByMerging, to: object) }
            return assign(.all, from: values, to: object, table.entity)
        }
        object.restoreAny(.all, from: values)
        graph.attach(object, table)
    }

    /// Sets some properties; an object that is as it was saved has no changes any more.
    private func assign(
        _ properties: PropertySet, from values: any ModelSnapshot, to object: any Model, _ entity: Entity
    ) {
        if object.objectState.phase == .inserted { return object.restoreAny(properties, from: values) }
        let original = object.objectState.changes?.original ?? object.snapshot
        object.restoreAny(properties, from: values)
        let changed = original.differences(fromAny: object.snapshot)
        graph.tables[entity.index].setChanges(of: object, to: ChangeRecord(original: original, changed))
    }

    /// Has the other ends agree where others may have changed them since the step was saved.
    private func fixUpOtherEnds(of step: UndoStep, _ former: [[ObjectKey?]]) {
        if graph.isChild {
            // A parent does not tell what has changed in it.
            for change in step.objects where change.object.objectState.isKnown {
                graph.noteOutdated(change.object)
            }
            readOutdated()
        }
        for (change, former) in zip(step.objects, former) where graph.table(of: change.object) != nil {
            graph.clearGoneTargets(of: change.object)
            graph.fixUpPairs(of: change.object, former: former)
        }
    }

    private func apply(_ link: UndoStep.LinkChange, isExact: Bool) {
        // A pair with an object that is gone cannot come back.
        guard graph.table(of: link.pair.first) != nil, graph.table(of: link.pair.second) != nil else {
            return graph.links.note(link.pair, link.table, as: nil)
        }
        if isExact { return graph.links.note(link.pair, link.table, as: link.after) }
        // What was connected before the step says nothing of the state after a save.
        let pair = graph.links.makePair(link.pair.first, link.pair.second, wasConnected: !link.isConnected)
        graph.links.note(pair, link.table, as: link.isConnected)
    }

    /// Takes an object that is as it was saved out of the list of those that are not.
    private func unlistUnchanged(_ object: any Model) {
        if object.objectState.isClean { graph.table(of: object)?.discardChanges(of: object) }
    }
}
