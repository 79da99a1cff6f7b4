import Logging

extension ManagedContext {
    /// Takes in what others saved: loaded, unchanged objects are read again, and nothing else.
    ///
    /// - Throws: what a store says; the notices wait for the next time then.
    package func mergeChanges() throws {
        let notices = inbox.drain()
        if notices.isEmpty { return }
        do {
            try resting { try merge(notices) }
        } catch {
            forgetMembers()
            inbox.putBack(notices)
            throw error
        }
    }

    /// Takes in what others saved where nobody waits for it, in a new snapshot; what fails is tried again at the next
    /// notice, and before the next query.
    package func mergeChangesUnattended() {
        guard inbox.weight > 0 else { return }
        do {
            try beginSnapshot()
        } catch {
            coordinator.logger.warning(
                "What others saved could not be read; it is read again before the next query.")
        }
    }

    private func merge(_ notices: [SaveNotice]) throws {
        var stale: [Int: [KeyBits]] = [:]
        var whole: Set<Int> = []
        var moved: [Int: [ObjectKey]] = [:]
        for part in notices.lazy.flatMap(\.parts) {
            guard let table = tables.used(part.entity) else { continue }
            table.forgetAbsent()
            if let keys = part.moved {
                if !keys.isEmpty { moved[part.entity, default: []] += keys }
            } else {
                table.forgetMembers()
            }
            guard table.map.count > 0 else { continue }
            if part.isWhole { whole.insert(part.entity) }
            stale[part.entity, default: []] += part.updated.filter { table.map.object($0) != nil }
            stale[part.entity, default: []] += part.deleted.filter { table.map.object($0) != nil }
        }
        for (index, bits) in stale where !bits.isEmpty && !whole.contains(index) {
            try reload(keys(of: bits, tables[index]), tables[index])
        }
        for index in whole { try reloadAll(tables[index]) }
        for (index, keys) in moved { try enterLists(keys, tables[index]) }
        try mergeIntoUnsaved(notices, stale, whole)
    }

    /// Lets what is unsaved follow what others have saved, where a relationship needs it.
    private func mergeIntoUnsaved(
        _ notices: [SaveNotice], _ stale: [Int: [KeyBits]], _ whole: Set<Int>
    ) throws {
        var paired: [(table: ObjectTable, keys: [ObjectKey])] = []
        for (index, bits) in stale where tables[index].entity.hasPairs {
            let table = tables[index]
            let keys = unsavedKeys(table, among: Set(bits), all: whole.contains(index))
            if !keys.isEmpty { paired.append((table, keys)) }
        }
        var deleted: [Int: Set<KeyBits>] = [:]
        for part in notices.lazy.flatMap(\.parts) where !part.deleted.isEmpty {
            deleted[part.entity, default: []].formUnion(part.deleted)
        }
        for (index, keys) in deleted { forgetPairs(ofReplaced: keys, tables[index]) }
        if paired.isEmpty, whole.isEmpty, deleted.isEmpty { return }
        try mergingOutsideSteps {
            for (table, keys) in paired { try followPairs(of: keys, table) }
            try clearGone(whole.union(deleted.keys)) {
                whole.contains($0) || deleted[$0]?.contains($1) == true
            }
        }
    }

    /// The keys of stored objects that this context has changed or deleted, among some keys or among all.
    func unsavedKeys(_ table: ObjectTable, among bits: Set<KeyBits> = [], all: Bool = true)
        -> [ObjectKey]
    {
        table.touched.lazy.filter { object in
            object.objectState.isPending && object.objectState.phase != .inserted
                && (all || bits.contains(object.erasedKey.bits))
        }.map(\.erasedKey)
    }

    /// Takes what others have deleted out of unsaved changes: references to it, and pairs with it.
    func clearGone(_ entities: some Sequence<Int>, where mayBeGone: (Int, KeyBits) -> Bool) throws {
        guard hasChanges else { return }
        forgetLinks { $0.objectState.phase == .detached }
        for index in entities {
            let table = tables[index]
            let missing = missingTargets(of: table.entity).filter { mayBeGone(index, $0.key) }
            guard !missing.isEmpty, let type = table.entity.type else { continue }
            // Somebody may have inserted it again.
            try loadAny(missing.values.sorted(), of: table.entity, type)
            clearReferences(to: Set(missing.keys), table)
        }
    }

    private func keys(of bits: [KeyBits], _ table: ObjectTable) -> [(KeyBits, ObjectKey)] {
        guard let type = table.entity.type else { return [] }
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
    package func collectClean(_ table: ObjectTable, into keys: inout [(KeyBits, ObjectKey)]) {
        guard let type = table.entity.type else { return }
        func collect<M: Model>(_ type: M.Type) {
            table.map.forEach { object, _ in
                let model = unsafeDowncast(object, to: type)  // safe: the map holds this type only.
                if mayReload(model, table) { keys.append((model.objectKey.keyBits, model.erasedKey)) }
            }
        }
        collect(type)
    }

    /// Whether an object is to be read again; one that has changes of its own is when they are given up.
    private func mayReload<M: Model>(_ object: M, _ table: ObjectTable) -> Bool {
        if isClean(object) { return true }
        if object.objectState.version != 0 {
            outdated[table.entity.index, default: []].insert(object.objectKey.keyBits)
        }
        return false
    }

    private func isClean(_ object: some Model) -> Bool { object.objectState.isClean }

    /// Reads every loaded object of an entity again, but those with changes of their own.
    func reloadAll(_ table: ObjectTable) throws {
        var keys: [(KeyBits, ObjectKey)] = []
        collectClean(table, into: &keys)
        try reload(keys, table)
    }

    /// Reads loaded objects again in one request; those whose rows are gone are detached.
    package func reload(_ keys: [(KeyBits, ObjectKey)], _ table: ObjectTable) throws {
        guard !keys.isEmpty, let type = table.entity.type else { return }
        func reload<M: Model>(_ type: M.Type) throws {
            var request = FetchRequest(entity: table.entity)
            request.selection = .keys(keys.map(\.1))
            let present = Set(try objects(type, request).map { ObjectIdentifier($0) })
            for (bits, _) in keys {
                guard let object = table.object(bits, as: type),
                    !present.contains(ObjectIdentifier(object)), isClean(object)
                else { continue }
                leaveLists(object, table)
                table.detach(object)
            }
        }
        try reload(type)
    }
}
