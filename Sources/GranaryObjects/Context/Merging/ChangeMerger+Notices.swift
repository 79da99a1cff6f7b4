/// Merging notices of saves into a context.
extension ChangeMerger {
    func merge(_ notices: [SaveNotice]) throws {
        var stale: [Int: [KeyBits]] = [:]
        var whole: Set<Int> = []
        var moved: [Int: [ObjectKey]] = [:]
        for part in notices.lazy.flatMap(\.parts) where isAttached(part) {
            guard let table = graph.tables.used(part.entity) else { continue }
            // A key that had no row may have one now.
            table.clearAbsent()
            if let keys = part.moved {
                if !keys.isEmpty { moved[part.entity, default: []] += keys }
            } else {
                table.invalidateMembers()
            }
            guard table.map.count > 0 else { continue }
            if part.isWhole { whole.insert(part.entity) }
            stale[part.entity, default: []] += part.updated.filter { table.map.object($0) != nil }
            stale[part.entity, default: []] += part.deleted.filter { table.map.object($0) != nil }
        }
        for (index, bits) in stale where !bits.isEmpty && !whole.contains(index) {
            try loader.reload(keys(of: bits, graph.tables[index]), graph.tables[index])
        }
        for index in whole { try reloadAll(graph.tables[index]) }
        for (index, keys) in moved { try enterLists(keys, graph.tables[index]) }
        try mergeIntoUnsaved(notices, stale, whole)
    }

    /// Whether the store of an entity is attached; if not, the context has no objects of it, and cannot read any.
    private func isAttached(_ part: SaveNotice.Part) -> Bool {
        access.coordinator.presences[part.entity] != nil
    }

    /// Updates the relationships of unsaved objects that the saves of others affect.
    private func mergeIntoUnsaved(
        _ notices: [SaveNotice], _ stale: [Int: [KeyBits]], _ whole: Set<Int>
    ) throws {
        var paired: [(table: ObjectTable, keys: [ObjectKey])] = []
        for (index, bits) in stale where graph.tables[index].entity.hasPairs {
            let table = graph.tables[index]
            let keys = table.unsavedKeys(among: Set(bits), all: whole.contains(index))
            if !keys.isEmpty { paired.append((table, keys)) }
        }
        var deleted: [Int: Set<KeyBits>] = [:]
        for part in notices.lazy.flatMap(\.parts) where !part.deleted.isEmpty && isAttached(part) {
            deleted[part.entity, default: []].formUnion(part.deleted)
        }
        for (index, keys) in deleted { graph.tables.invalidatePairs(ofReplaced: keys, graph.tables[index]) }
        if paired.isEmpty, whole.isEmpty, deleted.isEmpty { return }
        try history.mergingOutsideSteps {
            try loader.followPairs(of: paired, freeing: true)
            try clearGone(whole.union(deleted.keys)) {
                whole.contains($0) || deleted[$0]?.contains($1) == true
            }
        }
    }

    /// Removes objects that others have deleted from unsaved changes: references to them, and pairs with them.
    func clearGone(_ entities: some Sequence<Int>, where mayBeGone: (Int, KeyBits) -> Bool) throws {
        guard graph.hasChanges else { return }
        graph.lists.removeLinks { $0._objectState.phase == .detached }
        for index in entities {
            let table = graph.tables[index]
            let missing = graph.tables.missingTargets(of: table.entity).filter { mayBeGone(index, $0.key) }
            guard !missing.isEmpty else { continue }
            // Another context may have inserted them again.
            try loader.loadObjects(missing.values.sorted(), of: table.entity)
            graph.tables.clearReferences(to: Set(missing.keys), table)
        }
    }

    private func keys(of bits: [KeyBits], _ table: ObjectTable) -> [(KeyBits, ObjectKey)] {
        guard let type = table.type else { return [] }
        var seen: Set<KeyBits> = []
        func collect<M: Model>(_ type: M.Type) -> [(KeyBits, ObjectKey)] {
            bits.compactMap { bits in
                guard let object = table.object(bits, as: type), seen.insert(bits).inserted,
                    mayReload(object, table)
                else { return nil }
                return (bits, object.erasedKey)
            }
        }
        return collect(type)
    }

    /// Every loaded object of an entity that a reload may overwrite.
    private func collectClean(_ table: ObjectTable, into keys: inout [(KeyBits, ObjectKey)]) throws {
        // Only the schema of a migration has entities without a model, and no object of one can be loaded.
        if table.map.count == 0 { return }
        func collect<M: Model>(_ type: M.Type) {
            table.map.forEach { object, _ in
                let model = unsafeDowncast(object, to: type)  // safe: the map holds this type only.
                if mayReload(model, table) { keys.append((model.objectKey.keyBits, model.erasedKey)) }
            }
        }
        try collect(table.modelType())
    }

    /// Whether an object can be reloaded now; an object with changes is noted, and reloaded once they are given up or
    /// saved.
    ///
    /// Others can change the row of a new object as soon as its save has committed, before it counts as saved.
    private func mayReload<M: Model>(_ object: M, _ table: ObjectTable) -> Bool {
        if object._objectState.isClean { return true }
        let bits = object.objectKey.keyBits
        // A new object may have the key of a deleted one, which owns the row and which a rollback restores.
        if object._objectState.version != 0 || table.isBeingSaved(object) || table.replaced(bits) != nil {
            graph.outdated.insert(bits, of: table.entity)
        }
        return false
    }

    /// Reloads every loaded object of an entity without changes.
    func reloadAll(_ table: ObjectTable) throws {
        var keys: [(KeyBits, ObjectKey)] = []
        try collectClean(table, into: &keys)
        try loader.reload(keys, table)
    }
}
