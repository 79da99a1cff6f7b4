extension ManagedContext {
    /// Carries a step out: every object and pair becomes what it is after the step.
    ///
    /// - Throws: ``GranaryError/Code/conflict`` when an object of the step is gone or its key is taken;
    ///   nothing is changed then.
    func apply(_ step: UndoStep) throws {
        guard let undoHistory else { return }
        undoHistory.isApplying = true
        defer { undoHistory.isApplying = false }
        let leaving = IdentitySet(
            step.objects.lazy.filter { if case .absent = $0.after { true } else { false } }.map(\.object))
        for change in step.objects { try check(change, leaving) }
        let former = step.objects.map { change in
            undoEntity(of: change.object).map { referenceKeys(of: change.object, $0) } ?? []
        }
        // Keys become free before others take them.
        for change in step.objects {
            if case .absent = change.after { markDeletedOrDetach(change.object) }
        }
        for change in step.objects {
            guard case .present(let values) = change.after, let entity = undoEntity(of: change.object) else {
                continue
            }
            if case .present = change.before {
                assign(change.properties, from: values, to: change.object, entity)
            } else {
                bringBack(change.object, values, tables[entity.index])
            }
        }
        for link in step.links { apply(link, isExact: step.saves == undoHistory.saves) }
        for change in step.objects { unlistUnchanged(change.object) }
        if changesLists(step) { forgetLists(of: step, former) }
        if step.saves != undoHistory.saves { fixUpOtherEnds(of: step, former) }
        for change in step.objects { freePartners(ofDeleted: change.object) }
        let outdated = step.objects.map(\.object).filter(isOutdated)
        if !outdated.isEmpty { readOutdated() }
        // What merging has freed because of the step refers to what is read again now.
        for object in outdated { fixUpPairs(of: object) }
        for change in step.objects { table(of: change.object)?.record(change.object) }
        beginUndoMoments()
    }

    /// Whether others have changed an object that was not read again, because of changes of its own.
    private func isOutdated(_ object: any Model) -> Bool {
        guard !outdated.isEmpty, let entity = table(of: object)?.entity else { return false }
        return outdated[entity.index]?.contains(object.erasedKey.bits) == true
    }

    /// Whether a step may change the members of any list.
    private func changesLists(_ step: UndoStep) -> Bool {
        if !step.links.isEmpty { return true }
        return step.objects.contains { change in
            guard case .present = change.before, case .present = change.after,
                let entity = undoEntity(of: change.object)
            else { return true }
            let relationships = PropertySet(count: entity.propertyCount)
                .subtracting(PropertySet(count: entity.attributes.count))
            return !change.properties.intersection(relationships).isEmpty
        }
    }

    /// Lets the lists that a step may change be put together anew: all of stored objects, and of new ones those that
    /// are in the step, or that objects of the step have referred to or refer to.
    private func forgetLists(of step: UndoStep, _ former: [[ObjectKey?]]) {
        forgetMembers()
        for link in step.links {
            forgetUnsavedMembers(of: link.pair.first)
            forgetUnsavedMembers(of: link.pair.second)
        }
        for (change, former) in zip(step.objects, former) {
            forgetUnsavedMembers(of: change.object)
            guard let entity = undoEntity(of: change.object) else { continue }
            let present = referenceKeys(of: change.object, entity)
            for relationship in entity.toOne where relationship.inverseToMany != nil {
                for case let key? in [former[relationship.position], present[relationship.position]] {
                    loadedObject(key.bits, of: relationship.destination).map(forgetUnsavedMembers(of:))
                }
            }
        }
    }

    private func check(_ change: UndoStep.ObjectChange, _ leaving: IdentitySet) throws {
        let (object, state) = (change.object, change.object.objectState)
        let isHere = table(of: object) != nil
        switch (change.before, state.phase) {
        case (.present, .stored) where isHere, (.present, .inserted) where isHere: return
        case (.absent, .deleted) where isHere, (.absent, .detached), (.absent, .transient):
            guard let entity = undoEntity(of: object),
                let other = loadedObject(object.erasedKey.bits, of: entity), other !== object,
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
        if let other = loadedObject(bits, of: table.entity), other !== object { table.replaceDeleted(other) }
        if object.objectState.phase == .deleted {
            let deletion = deletions.removeValue(forKey: ObjectIdentifier(object))
            table.revive(object)
            // What merging has done because of the deletion is in no step.
            if let deletion { reconnect(deletion.clearedByMerging, to: object) }
            return assign(.all, from: values, to: object, table.entity)
        }
        object.restoreAny(.all, from: values)
        attach(object, table)
    }

    /// Sets some properties; an object that is as it was saved has no changes any more.
    private func assign(
        _ properties: PropertySet, from values: any ModelSnapshot, to object: any Model, _ entity: Entity
    ) {
        if object.objectState.phase == .inserted { return object.restoreAny(properties, from: values) }
        let original = object.objectState.changes?.original ?? object.snapshot
        object.restoreAny(properties, from: values)
        let changed = original.differences(fromAny: object.snapshot)
        tables[entity.index].setChanges(of: object, to: ChangeRecord(original: original, changed))
    }

    /// Has the other ends agree where others may have changed them since the step was saved.
    private func fixUpOtherEnds(of step: UndoStep, _ former: [[ObjectKey?]]) {
        for (change, former) in zip(step.objects, former) where table(of: change.object) != nil {
            clearGoneTargets(of: change.object)
            fixUpPairs(of: change.object, former: former)
        }
    }

    private func apply(_ link: UndoStep.LinkChange, isExact: Bool) {
        // A pair with an object that is gone cannot come back.
        guard table(of: link.pair.first) != nil, table(of: link.pair.second) != nil else {
            return note(link.pair, link.table, as: nil)
        }
        if isExact { return note(link.pair, link.table, as: link.after) }
        // What was connected before the step says nothing of the state after a save.
        let pair = linkPair(link.pair.first, link.pair.second, wasConnected: !link.isConnected)
        note(pair, link.table, as: link.isConnected)
    }

    /// Takes an object that is as it was saved out of the list of those that are not.
    private func unlistUnchanged(_ object: any Model) {
        if object.objectState.isClean { table(of: object)?.discardChanges(of: object) }
    }

    /// Lets every relationship to many be put together anew, also those of objects that no store knows.
    func forgetUnsavedMembers() {
        forgetMembers()
        for table in tables where !table.entity.toMany.isEmpty {
            for object in table.touched { forgetUnsavedMembers(of: object) }
        }
    }

    /// Lets every relationship to many of an object be put together anew, if no store knows it.
    func forgetUnsavedMembers(of object: any Model) {
        guard object.objectState.phase == .inserted, let table = table(of: object) else { return }
        for relationship in table.entity.toMany { object.members(at: relationship.position)?.forget() }
    }
}
