/// Settles a save that has succeeded: what it has written is now the saved state, and what was edited while it wrote in
/// the background is unsaved.
extension Save {
    /// The stores that the changes are for: those of a save in the background were open when it began.
    var coordinator: StoreCoordinator { written?.coordinator ?? access.coordinator }

    /// Marks the objects of a plan saved, with the versions of the written rows by store; returns the notice for others,
    /// with values of the observed entities.
    func markSaved(_ plan: SavePlan, _ versions: [Int: Int64], _ observed: Set<Int>?) -> [SaveNotice.Part] {
        var parts: [SaveNotice.Part] = []
        if let written {
            for part in written.parts {
                parts.append(markSaved(part.table, part, versions, observed))
            }
        } else {
            for table in graph.tables where !table.touched.isEmpty {
                parts.append(markSaved(table, nil, versions, observed))
            }
        }
        for table in graph.tables where plan.linkedEntities.contains(table.entity.index) {
            parts.append(SaveNotice.Part(entity: table.entity.index, updated: [], deleted: []))
        }
        guard let written else {
            graph.didSave()
            return parts
        }
        removeSavedPairs(of: written)
        renewRequirements(of: written)
        // Objects that were inserted during the save need their keys until they are saved too.
        graph.lookup.keys.claimAgain()
        return parts
    }

    private func markSaved(
        _ table: ObjectTable, _ part: WrittenChanges.Part?, _ versions: [Int: Int64], _ observed: Set<Int>?
    ) -> SaveNotice.Part {
        let entity = table.entity
        // A parent gives the rows of all entities the same.
        let store = graph.isChild ? versions.keys.first : try? coordinator.storeIndex(of: entity)
        let version = store.flatMap { versions[$0] } ?? 0
        // Marking the objects saved forgets their old values.
        let isObserved = observed?.contains(entity.index) ?? false
        let rows = isObserved ? table.changes(of: part?.objects.memories, at: version) : .none
        let link = written?.hasSameStores(as: graph) == true ? graph.tables.link : nil
        var saved = SavedRows(version: version, listing: entity.listing, of: link)
        let deleted = part.map { markWritten($0, in: &saved) } ?? markSaved(table, in: &saved)
        return SaveNotice.Part(
            entity: entity.index, updated: saved.updated, deleted: deleted, moved: saved.moved, rows: rows)
    }

    /// Marks all touched objects saved; returns the keys of the deleted ones.
    private func markSaved(_ table: ObjectTable, in saved: inout SavedRows) -> [KeyBits] {
        var deleted: [KeyBits] = []
        for object in table.emptyList() where !object._markSaved(in: &saved) {
            let bits = object.erasedKey.bits
            deleted.append(bits)
            // A child does not hear from its parent of a row that comes back.
            if !graph.isChild { table.markAbsent(bits) }
            ObjectTable.markUntouched(&object._objectState)
            table.detach(object)
        }
        return deleted
    }
}

// MARK: A save in the background

extension Save {
    /// Marks objects saved with the values that were written; returns the keys of the deleted ones.
    private func markWritten(_ part: WrittenChanges.Part, in saved: inout SavedRows) -> [KeyBits] {
        let (table, written) = (part.table, written)
        table.setBeingSaved(nil)
        table.type?._markSaved(part.objects, in: &saved)
        var edited: [(object: any Model, changes: ChangeRecord)] = []
        for (position, properties) in saved.edits {
            guard let memory = part.objects.memory(at: position) else { continue }
            edited.append((memory.object, ChangeRecord(original: memory.values, properties)))
        }
        var deleted: [KeyBits] = []
        for position in saved.unsettled {
            guard let memory = part.objects.memory(at: position) else { continue }
            if memory.state.phase == .deleted { deleted.append(memory.object.erasedKey.bits) }
            // Others are notified of its row all the same, which is written.
            if written?.hasLost(memory, in: graph) == true { continue }
            markWritten(memory, table, saved.version, &edited)
        }
        // Without anything touched since, all that are in the list are saved; looking at each took a sixth of the time.
        let isSettled = part.touches == table.touches && saved.unsettled.isEmpty && saved.edits.isEmpty
        if isSettled { _ = table.emptyList() } else { table.dropUntouched() }
        // Only now: the list of touched objects still held them until here, and would hold them twice. Deleted ones
        // take the version too, which the save that deletes their row compares.
        for (object, changes) in edited { table.setChanges(of: object, to: changes, from: saved.version) }
        table.removeDeniable(first: part.checkedKeys)
        return deleted
    }

    private func markWritten(
        _ memory: ObjectMemory, _ table: ObjectTable, _ version: Int64,
        _ edited: inout [(object: any Model, changes: ChangeRecord)]
    ) {
        let object = memory.object
        switch (memory.state.phase, object._objectState.phase) {
        case (.deleted, .deleted):
            graph.deletions.remove(object)
            let bits = object.erasedKey.bits
            table.detach(object)
            // A new object may have taken the key, and a parent does not notify its child of a row that comes
            // back.
            if !graph.isChild, graph.tables.loadedObject(bits, of: table.entity) == nil {
                table.markAbsent(bits)
            }
        case (.deleted, .inserted): invalidateLists(of: object, table)
        case (.inserted, .inserted), (.stored, .stored):
            // Others have saved it since, and it was read again.
            if object._objectState.isClean, object._objectState.version != memory.state.version { return }
            let later = memory.laterProperties
            ObjectTable.markSaved(&object._objectState, at: version)
            if !later.isEmpty { edited.append((object, ChangeRecord(original: memory.values, later))) }
        case (.inserted, .deleted), (.stored, .deleted): edited.append((object, memory.laterChanges))
        default: break
        }
    }

    /// Has the lists of an object read again whose deletion was undone while the save was writing it.
    private func invalidateLists(of object: any Model, _ table: ObjectTable) {
        for position in 0..<table.toManyCount { object._members(at: position)?.unload() }
        graph.tables.invalidateMembers()
    }

    /// Forgets the pairs that are stored now; one that was changed back since is a separate change.
    private func removeSavedPairs(of written: WrittenChanges) {
        graph.links.setBeingSaved(false)
        for (table, pairs) in written.links {
            for (pair, isAdded) in pairs {
                guard let change = graph.links.change(of: pair, table) else { continue }
                graph.links.removeChange(of: pair, table)
                if change == isAdded { continue }
                // A new pair, since what was saved is now the state before the change.
                let reverse = graph.links.makePair(pair.first, pair.second, wasConnected: isAdded)
                graph.links.mark(reverse, table, as: change)
            }
        }
        graph.lists.removeLinks { $0._objectState.phase == .detached }
    }

    /// Forgets the requirements that were met; later ones about written objects now require the written version.
    private func renewRequirements(of written: WrittenChanges) {
        // One that is repeated during the save is about the next save.
        var met = Dictionary(written.requirements.map { ($0.identity, 1) }, uniquingKeysWith: +)
        let later = graph.requirements.all.filter { requirement in
            guard let count = met[requirement.identity], count > 0 else { return true }
            met[requirement.identity] = count - 1
            return false
        }
        graph.requirements.set(to: later.map { written.contains($0.object) ? $0.renewed : $0 })
    }
}

extension Entity {
    /// The relationships to one that determine which lists contain an object.
    var listing: PropertySet {
        var properties = PropertySet()
        for relationship in toOne where relationship.inverseToMany != nil {
            properties.insert(relationship.property)
        }
        return properties
    }
}
