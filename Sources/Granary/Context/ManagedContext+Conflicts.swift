extension ManagedContext {
    /// Settles conflicts as the merge policy says, so that the save can be tried again.
    ///
    /// - Throws: ``GranaryError/Code/conflict`` with all conflicts when one of them stays; nothing is changed
    ///   then.
    package func resolve(_ conflicts: [CommitResult.Conflict]) throws {
        // What others saved is taken in first, so that nothing is settled upon objects that are gone.
        try beginSnapshot()
        forgetMembers()
        undoHistory?.isEverythingOpen = true
        var open: [SaveConflict] = []
        var settlements: [() -> Void] = []
        var repairs: [() -> Void] = []
        for (name, group) in Dictionary(grouping: conflicts, by: \.entity).sorted(by: { $0.key < $1.key }) {
            guard let entity = schema.entity(name), let type = entity.type else { continue }
            func decide<M: Model>(_ type: M.Type) throws {
                let theirs = try currentRows(type, group.map(\.key), of: entity)
                for conflict in group {
                    guard let mine = objectInConflict(conflict.key, tables[entity.index], as: type) else {
                        continue
                    }
                    let conflictCase = ConflictCase(
                        mine: mine, theirs: theirs[conflict.key.bits], key: conflict.key, entity: entity)
                    if let settle = try settlement(of: conflictCase) {
                        settlements.append(settle)
                        repairs.append(pairFixup(of: conflictCase))
                    } else {
                        open.append(try conflictCase.description(in: self))
                        outdated[entity.index, default: []].insert(conflict.key.bits)
                    }
                }
            }
            try decide(type)
        }
        if !open.isEmpty { throw Self.conflictError(open) }
        for settle in settlements { settle() }
        for repair in repairs { repair() }
        forgetUnsavedMembers()
    }

    private static func conflictError(_ conflicts: [SaveConflict]) -> GranaryError {
        let entities = Set(conflicts.map(\.entity)).sorted().joined(separator: ", ")
        var error = GranaryError(
            .conflict,
            "Others changed \(conflicts.count == 1 ? "an object" : "\(conflicts.count) objects") of \(entities) since this context read them; nothing was saved. Refresh them and save again, or choose a merge policy; `conflicts` holds base, mine and theirs."
        )
        if let first = conflicts.first, conflicts.count == 1 { error.context.entity = first.entity }
        error.conflicts = conflicts
        return error
    }

    /// The rows as their store holds them now, as objects outside the context, with their versions.
    func currentRows<M: Model>(_ type: M.Type, _ keys: [ObjectKey], of entity: Entity) throws
        -> [KeyBits: StoreVersion<M>]
    {
        var request = FetchRequest(entity: entity)
        request.selection = .keys(keys)
        statistics.storeRequests += 1
        let answer = try session(of: entity).fetch(request)
        defer { answer.cursor.close() }
        var rows: [KeyBits: StoreVersion<M>] = [:]
        while try answer.cursor.advance() {
            let row = Row(answer.cursor, of: entity)
            let version = try answer.cursor.integer(at: entity.columns.count)
            rows[try M.keyBits(in: row)] = StoreVersion(object: try M(from: row), version: version)
        }
        return rows
    }

    /// The object that was to be written or was required; one that is required may have left the context.
    private func objectInConflict<M: Model>(_ key: ObjectKey, _ table: ObjectTable, as type: M.Type)
        -> M?
    {
        if let object = table.object(key.bits, as: type), object.objectState.phase != .inserted {
            return object
        }
        let deleted = table.touched.first { $0.objectState.phase == .deleted && $0.erasedKey == key } as? M
        return deleted ?? required.lazy.filter { $0.key == key }.compactMap { $0.object as? M }.first
    }

    /// What lets the other ends of an object's relationships agree with it, once all conflicts are settled.
    private func pairFixup<M: Model>(of conflict: ConflictCase<M>) -> () -> Void {
        let before = referenceKeys(of: conflict.mine, conflict.entity)
        let theirs = conflict.theirs.map { referenceKeys(of: $0.object, conflict.entity) } ?? []
        return {
            self.clearGoneTargets(of: conflict.mine)
            self.fixUpPairs(of: conflict.mine, former: before, theirs)
            self.giveUpDeletedTargets(of: conflict.mine)
        }
    }

    /// Lets an object that was settled not refer to objects that this context deletes: the rules are carried out on
    /// it too where this context wins, else the deletion is given up.
    private func giveUpDeletedTargets(of object: any Model) {
        guard object.objectState.isIdentified else { return }
        for target in deletedTargets(of: object) {
            if !options.mergePolicy.prefersMine { giveUpDeletion(of: target) }
        }
    }

    /// What to do about one conflict; `nil` when it stays.
    private func settlement<M: Model>(of conflict: ConflictCase<M>) throws -> (() -> Void)? {
        if conflict.mine.objectState.phase == .deleted, conflict.theirs == nil {
            return { self.acceptDeletion(conflict.mine) }
        }
        // The program has required that it is as it was read.
        if required.contains(where: { $0.object === conflict.mine }) { return nil }
        switch options.mergePolicy.rule {
        case .error: return nil
        case .storeWins: return storeWins(conflict)
        case .memoryWins: return keep(conflict, conflict.changed)
        case .overwrite: return keep(conflict, .all)
        case .rollback: return giveUp(conflict)
        case .perProperty: return merged(conflict)
        case .custom(let resolve):
            switch try resolve(try conflict.description(in: self)) {
            case .error: return nil
            case .theirs: return giveUp(conflict)
            case .mine: return keep(conflict, conflict.changed)
            case .values(let values): return try take(values, conflict)
            }
        }
    }

    private func storeWins<M: Model>(_ conflict: ConflictCase<M>) -> (() -> Void)? {
        guard conflict.mine.objectState.phase == .stored, conflict.theirs != nil else {
            return giveUp(conflict)
        }
        return keep(conflict, conflict.changed.subtracting(conflict.theirChanges))
    }

    private func merged<M: Model>(_ conflict: ConflictCase<M>) -> (() -> Void)? {
        guard conflict.mine.objectState.phase == .stored, conflict.theirs != nil else { return nil }
        let both = conflict.changed.intersection(conflict.theirChanges)
        guard conflict.areSame(both) else { return nil }
        return keep(conflict, conflict.changed)
    }

    /// Writes some properties of mine over theirs; what they deleted is inserted again.
    private func keep<M: Model>(_ conflict: ConflictCase<M>, _ properties: PropertySet) -> () -> Void {
        {
            let mine = conflict.mine
            guard let theirs = conflict.theirs else { return self.insertAgain(mine) }
            let original = theirs.object.snapshot
            let table = self.tables[conflict.entity.index]
            if mine.objectState.phase == .deleted {
                // What it becomes when the deletion is rolled back.
                table.setChanges(of: mine, to: nil, from: theirs.version)
                return mine.restoreAny(.all, from: original)
            }
            mine.restoreAny(PropertySet.all.subtracting(properties), from: original)
            let changed = properties.intersection(PropertySet(count: conflict.entity.propertyCount))
                .subtracting(conflict.keyProperties)
            table.setChanges(of: mine, to: ChangeRecord(original: original, changed), from: theirs.version)
            self.forgetMembers()
        }
    }

    /// Makes an object that others have deleted a new one, which has what this context says of its relationships.
    private func insertAgain<M: Model>(_ object: M) {
        guard let table = table(of: object) else { return }
        table.insertAgain(object)
        for position in 0..<table.toManyCount { object.members(at: position)?.forget() }
    }

    /// Gives up this context's changes of an object.
    private func giveUp<M: Model>(_ conflict: ConflictCase<M>) -> () -> Void {
        {
            let mine = conflict.mine
            guard conflict.theirs != nil else { return self.acceptDeletion(mine) }
            if mine.objectState.phase == .deleted { self.giveUpDeletion(of: mine) }
            self.keep(conflict, PropertySet())()
        }
    }

    private func acceptDeletion<M: Model>(_ object: M) {
        guard let table = table(of: object) else { return }
        deletions[ObjectIdentifier(object)] = nil
        let bits = object.objectKey.keyBits
        forgetLinks { $0 === object }
        table.detach(object)
        clearReferences(to: [bits], table)
    }

    private func take<M: Model>(_ values: [String: Value], _ conflict: ConflictCase<M>) throws -> (
        () -> Void
    )? {
        guard let theirs = conflict.theirs, conflict.mine.objectState.phase == .stored else { return nil }
        var columns = try theirs.object.columnValues(of: conflict.entity)
        var taken = PropertySet()
        for (name, value) in values {
            guard
                let column = conflict.entity.columns.indices.first(where: {
                    conflict.name(ofColumn: $0) == name
                })
            else {
                throw GranaryError(
                    .query,
                    "The merge policy gave a value for “\(name)”, which is no property of \(conflict.entity.name).",
                    context: .init(entity: conflict.entity.name))
            }
            columns[column] = value
            taken.insert(conflict.entity.columns[column].property)
        }
        let cursor = ValueCursor(rows: [columns])
        _ = try cursor.advance()
        let decided = try M(from: Row(cursor, of: conflict.entity)).snapshot
        let properties = taken
        return {
            self.keep(conflict, properties)()
            conflict.mine.restoreAny(properties, from: decided)
        }
    }
}
