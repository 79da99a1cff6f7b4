/// Undoes and redoes the steps of a history, on the objects of a context.
extension ContextHistory {
    func carryOut(undoing: Bool) throws -> Bool {
        try requireIdle(undoing ? "undo" : "redo")
        guard let step = try history.nextStep(undoing: undoing) else { return false }
        try history.applying { try apply(undoing ? step.reversed : step) }
        history.move(step, undoing: undoing)
        return true
    }

    /// Gives every object and pair of a step its state after the step.
    ///
    /// - Throws: ``GranaryError/Code/conflict`` when an object of the step is gone or its key is taken;
    ///   nothing has changed then.
    private func apply(_ step: UndoStep) throws {
        let leaving = IdentitySet(
            step.objects.lazy.filter { if case .absent = $0.after { true } else { false } }.map(\.object))
        let entities = try step.objects.map { try entity(of: $0.object) }
        for (change, entity) in zip(step.objects, entities) { try check(change, entity, leaving) }
        // The references before the step, which sets others: the partners they lead to must be freed.
        let former = zip(step.objects, entities).map { $0.object.referenceKeys($1) }
        // Remove objects first, so that others can take their keys.
        for change in step.objects {
            if case .absent = change.after { graph.tables.markDeletedOrDetach(change.object) }
        }
        for (change, entity) in zip(step.objects, entities) {
            guard case .present(let values) = change.after else { continue }
            if case .present = change.before {
                assign(change.properties, from: values, to: change.object, entity)
            } else {
                bringBack(change.object, values, graph.tables[entity.index])
            }
        }
        for link in step.links { apply(link, isExact: step.saves == history.saves) }
        for change in step.objects { unlistUnchanged(change.object) }
        if changesLists(step, entities) { invalidateLists(of: step, entities, former) }
        if step.saves != history.saves { fixUpOtherEnds(of: step, former) }
        for change in step.objects { graph.pairs.freePartners(ofDeleted: change.object) }
        let outdated = step.objects.map(\.object).filter(isToBeReloaded)
        if !outdated.isEmpty { readOutdated() }
        // Merging may have freed partners because of the step; the reloaded objects refer to them once more.
        for object in outdated { graph.pairs.fixUpPairs(of: object) }
        followPairs(of: step.objects.map(\.object).filter(isOutdatedAndChanged))
        for change in step.objects { graph.tables.table(of: change.object)?.record(change.object) }
    }

    /// The entity of an object that may have left the context.
    private func entity<M: Model>(of object: M) throws -> Entity {
        if let batch = object._objectState.batch { return batch.entity }
        return try graph.access.coordinator.entity(of: M.self)
    }

    /// Whether others have changed an object that could not be reloaded while it had unsaved changes, but has none any
    /// more.
    ///
    /// With changes left, it could not be reloaded from a new snapshot either, while every other row would be newer.
    private func isToBeReloaded(_ object: any Model) -> Bool {
        guard !graph.outdated.isEmpty, !object._objectState.isPending,
            let entity = graph.tables.table(of: object)?.entity
        else { return false }
        return graph.outdated.contains(object.erasedKey.bits, of: entity)
    }

    /// Whether others have changed an object that has unsaved changes left.
    private func isOutdatedAndChanged(_ object: any Model) -> Bool {
        guard !graph.outdated.isEmpty, object._objectState.isPending,
            let table = graph.tables.table(of: object),
            table.entity.hasPairs
        else { return false }
        return graph.outdated.contains(object.erasedKey.bits, of: table.entity)
    }

    /// Makes the one-to-one relationships of objects that cannot be reloaded follow the store where this context no
    /// longer sets them.
    ///
    /// Their partners may have been reloaded, and refer to the objects that others have given them.
    private func followPairs(of objects: [any Model]) {
        let groups = objects.compactMap { object in
            graph.tables.table(of: object).map { (table: $0, keys: [object.erasedKey]) }
        }
        do {
            try graph.lookup.loader?.followPairs(of: groups, freeing: true)
        } catch {
            if let pair = groups.lazy.flatMap(\.table.entity.toOne).first(where: \.isOneToOne) {
                graph.lookup.errors.keep(error, loading: pair)
            }
        }
        for object in objects { graph.pairs.fixUpPairs(of: object) }
    }

    /// Whether a step may change the members of any list.
    private func changesLists(_ step: UndoStep, _ entities: [Entity]) -> Bool {
        if !step.links.isEmpty { return true }
        return zip(step.objects, entities).contains { change, entity in
            guard case .present = change.before, case .present = change.after else { return true }
            let relationships = PropertySet(count: entity.propertyCount)
                .subtracting(PropertySet(count: entity.attributes.count))
            return !change.properties.intersection(relationships).isEmpty
        }
    }

    /// Invalidates the lists that a step may change.
    ///
    /// These are the lists of all stored objects, and of new objects that are in the step or that its objects refer to,
    /// before or after it.
    private func invalidateLists(of step: UndoStep, _ entities: [Entity], _ former: [[ObjectKey?]]) {
        graph.tables.invalidateMembers()
        for link in step.links {
            graph.tables.invalidateUnsavedMembers(of: link.pair.first)
            graph.tables.invalidateUnsavedMembers(of: link.pair.second)
        }
        for ((change, entity), former) in zip(zip(step.objects, entities), former) {
            graph.tables.invalidateUnsavedMembers(of: change.object)
            let present = change.object.referenceKeys(entity)
            for relationship in entity.toOne where relationship.inverseToMany != nil {
                for case let key? in [former[relationship.position], present[relationship.position]] {
                    graph.tables.loadedObject(key.bits, of: relationship.destination).map(
                        graph.tables.invalidateUnsavedMembers(of:))
                }
            }
        }
    }

    private func check(_ change: UndoStep.ObjectChange, _ entity: Entity, _ leaving: IdentitySet) throws {
        let (object, state) = (change.object, change.object._objectState)
        let isHere = graph.tables.table(of: object) != nil
        switch (change.before, state.phase) {
        case (.present, .stored) where isHere, (.present, .inserted) where isHere: return
        case (.absent, .deleted) where isHere, (.absent, .detached), (.absent, .transient):
            guard let other = graph.tables.loadedObject(object.erasedKey.bits, of: entity), other !== object,
                other._objectState.phase != .deleted, !leaving.contains(other)
            else { return }
        default: break
        }
        throw GranaryError(
            .conflict,
            "The step cannot be carried out: an object it changed is gone, or another has its key. Refresh, or forget the steps by setting `history.levels` again.",
            context: .init(entity: type(of: object).modelDescription.name))
    }

    private func bringBack(_ object: any Model, _ values: any ModelSnapshot, _ table: ObjectTable) {
        let bits = object.erasedKey.bits
        // `check` has seen that it is deleted, or leaves with this step, so its place in the map is free.
        if let other = graph.tables.loadedObject(bits, of: table.entity), other !== object {
            table.replaceDeleted(other)
        }
        if object._objectState.phase == .deleted {
            let deletion = graph.deletions.remove(object)
            table.revive(object)
            // Effects of merging after the deletion belong to no step.
            if let deletion { graph.deleteRules.reconnect(deletion.clearedByMerging, to: object) }
            return assign(.all, from: values, to: object, table.entity)
        }
        object.restoreAny(.all, from: values)
        graph.insertion.attach(object, table)
    }

    /// Sets some properties; an object whose values then equal the saved ones has no changes, unless others are being
    /// saved.
    private func assign(
        _ properties: PropertySet, from values: any ModelSnapshot, to object: any Model, _ entity: Entity
    ) {
        if object._objectState.phase == .inserted { return object.restoreAny(properties, from: values) }
        let original = object._objectState.changes?.original ?? object.snapshot
        object.restoreAny(properties, from: values)
        var changed = original.differences(fromAny: object.snapshot)
        // The changes being saved may be in the store already.
        changed.formUnion(graph.tables[entity.index].propertiesBeingSaved(of: object))
        graph.tables[entity.index].setChanges(of: object, to: ChangeRecord(original: original, changed))
    }

    /// Updates the other sides of relationships, which others may have changed since the step was saved.
    private func fixUpOtherEnds(of step: UndoStep, _ former: [[ObjectKey?]]) {
        if graph.isChild {
            // A parent does not report its changes.
            for change in step.objects where change.object._objectState.isKnown {
                graph.markOutdated(change.object)
            }
            readOutdated()
        }
        for (change, former) in zip(step.objects, former) where graph.tables.table(of: change.object) != nil {
            graph.lookup.clearGoneTargets(of: change.object)
            graph.pairs.fixUpPairs(of: change.object, former: former)
        }
    }

    private func apply(_ link: UndoStep.LinkChange, isExact: Bool) {
        // A pair cannot return without both of its objects.
        guard graph.tables.table(of: link.pair.first) != nil, graph.tables.table(of: link.pair.second) != nil
        else {
            return graph.links.removeChange(of: link.pair, link.table)
        }
        if isExact { return graph.links.mark(link.pair, link.table, as: link.after) }
        // After a save, the state before the step no longer counts, so note a change to the state that the step
        // describes.
        let pair = graph.links.makePair(
            link.pair.first, link.pair.second, wasConnected: !link.isConnected)
        graph.links.mark(pair, link.table, as: link.isConnected)
    }

    /// Removes an object whose values equal the saved ones from the touched objects.
    private func unlistUnchanged(_ object: any Model) {
        if object._objectState.isClean { graph.tables.table(of: object)?.discardChanges(of: object) }
    }
}
