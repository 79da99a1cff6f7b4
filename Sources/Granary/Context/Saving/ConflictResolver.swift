/// Resolves the conflicts of a save by a merge policy.
struct ConflictResolver {
    let graph: ObjectGraph
    let loader: ObjectLoader
    let policy: MergePolicy

    /// Resolves conflicts so that the save can be repeated.
    ///
    /// If all conflicts are rows that both sides have deleted, a save that refers to other deleted rows is refused, as
    /// it would be without the conflicts.
    ///
    /// - Throws: ``GranaryError/Code/conflict`` with all conflicts if one cannot be resolved;
    ///   ``GranaryError/Code/constraint`` if merging has removed some of the changes to save; nothing has changed then.
    func resolve(_ conflicts: [CommitResult.Conflict], _ targets: UnsavedTargets) throws {
        var open: [SaveConflict] = []
        var settlements: [() -> Void] = []
        var repairs: [(Set<ObjectIdentifier>) -> Void] = []
        var deletions: [any Model] = []
        var areAgreed = true
        for (name, group) in Dictionary(grouping: conflicts, by: \.entity).sorted(by: { $0.key < $1.key }) {
            guard let entity = graph.schema.entity(name),
                let type = graph.tables[entity.index].type
            else { continue }
            func decide<M: Model>(_ type: M.Type) throws {
                let theirs = try loader.currentRows(type, group.map(\.key), of: entity)
                for conflict in group {
                    guard
                        let mine = objectInConflict(conflict.key, graph.tables[entity.index], as: type)
                    else { continue }
                    let conflictCase = ConflictCase(
                        mine: mine, theirs: theirs[conflict.key.bits], key: conflict.key, entity: entity)
                    areAgreed = areAgreed && conflictCase.isAgreedDeletion
                    if let settle = try settlement(of: conflictCase) {
                        settlements.append(settle)
                        if mine.objectState.phase == .deleted { deletions.append(mine) }
                        repairs.append(pairFixup(of: conflictCase))
                    } else {
                        open.append(try conflictCase.description())
                        graph.outdated.insert(conflict.key.bits, of: entity)
                    }
                }
            }
            try decide(type)
        }
        if !open.isEmpty { throw GranaryError.saveConflict(open) }
        if areAgreed { try targets.checkKept(in: graph) }
        for settle in settlements { settle() }
        // A deletion that is still there was chosen by the policy, even if other objects refer to the deleted one.
        let kept = deletions.filter { $0.objectState.phase == .deleted }.map { ObjectIdentifier($0) }
        for repair in repairs { repair(Set(kept)) }
        graph.forgetUnsavedMembers()
    }

    /// The object that the save writes or requires to be unchanged; a required object may have left the context.
    private func objectInConflict<M: Model>(_ key: ObjectKey, _ table: ObjectTable, as type: M.Type)
        -> M?
    {
        if let object = table.object(key.bits, as: type), object.objectState.phase != .inserted {
            return object
        }
        let deleted = table.touched.first { $0.objectState.phase == .deleted && $0.erasedKey == key } as? M
        return deleted
            ?? graph.requirements.all.lazy.filter { $0.key == key }.compactMap { $0.object as? M }.first
    }

    /// A closure that makes the other sides of an object's relationships consistent, for use after all conflicts are
    /// resolved.
    ///
    /// Its argument is the set of objects that stay deleted.
    private func pairFixup<M: Model>(of conflict: ConflictCase<M>) -> (Set<ObjectIdentifier>) -> Void {
        let before = graph.referenceKeys(of: conflict.mine, conflict.entity)
        let theirs = conflict.theirs.map { graph.referenceKeys(of: $0.object, conflict.entity) } ?? []
        return { kept in
            graph.clearGoneTargets(of: conflict.mine)
            graph.fixUpPairs(of: conflict.mine, former: before, theirs)
            giveUpDeletedTargets(of: conflict.mine, besides: kept)
        }
    }

    /// Gives up the deletions of objects to which a resolved object refers.
    ///
    /// If the policy prefers this context, the delete rules apply to the resolved object instead.
    private func giveUpDeletedTargets(of object: any Model, besides kept: Set<ObjectIdentifier>) {
        guard object.objectState.isIdentified, !policy.prefersMine else { return }
        let targets = graph.deletedTargets(of: object).filter { !kept.contains(ObjectIdentifier($0)) }
        if targets.isEmpty { return }
        for target in targets { graph.giveUpDeletion(of: target) }
        // The objects that are no longer deleted refer back to it.
        graph.fixUpPairs(of: object)
    }

    /// A closure that resolves one conflict; `nil` if the policy does not resolve it.
    private func settlement<M: Model>(of conflict: ConflictCase<M>) throws -> (() -> Void)? {
        if conflict.isAgreedDeletion {
            return { acceptDeletion(conflict.mine) }
        }
        // No policy waives a requirement.
        if graph.requirements.contains(conflict.mine) { return nil }
        switch policy.rule {
        case .error: return nil
        case .storeWins: return storeWins(conflict)
        case .memoryWins: return keep(conflict, conflict.changed)
        case .overwrite: return keep(conflict, .all)
        case .rollback: return giveUp(conflict)
        case .perProperty: return merged(conflict)
        case .custom(let resolve):
            switch try resolve(try conflict.description()) {
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

    /// Keeps some of this context's properties over those of others; re-inserts an object that others have deleted.
    private func keep<M: Model>(_ conflict: ConflictCase<M>, _ properties: PropertySet) -> () -> Void {
        {
            let mine = conflict.mine
            guard let theirs = conflict.theirs else { return insertAgain(mine) }
            let original = theirs.object.snapshot
            let table = graph.tables[conflict.entity.index]
            if mine.objectState.phase == .deleted {
                // Rolling the deletion back returns to this state.
                table.setChanges(of: mine, to: nil, from: theirs.version)
                return mine.restoreAny(.all, from: original)
            }
            mine.restoreAny(PropertySet.all.subtracting(properties), from: original)
            let changed = properties.intersection(PropertySet(count: conflict.entity.propertyCount))
                .subtracting(conflict.entity.keyProperties)
            table.setChanges(of: mine, to: ChangeRecord(original: original, changed), from: theirs.version)
            graph.forgetMembers()
        }
    }

    /// Inserts an object again that others have deleted, with the relationships that this context knows.
    private func insertAgain<M: Model>(_ object: M) {
        guard let table = graph.table(of: object) else { return }
        table.insertAgain(object)
        for position in 0..<table.toManyCount { object.members(at: position)?.forget() }
    }

    /// Gives up this context's changes to an object.
    private func giveUp<M: Model>(_ conflict: ConflictCase<M>) -> () -> Void {
        {
            let mine = conflict.mine
            guard conflict.theirs != nil else { return acceptDeletion(mine) }
            if mine.objectState.phase == .deleted { graph.giveUpDeletion(of: mine) }
            keep(conflict, PropertySet())()
        }
    }

    private func acceptDeletion<M: Model>(_ object: M) {
        guard let table = graph.table(of: object) else { return }
        graph.deletions.remove(object)
        let bits = object.objectKey.keyBits
        graph.forgetLinks { $0 === object }
        table.detach(object)
        graph.clearReferences(to: [bits], table)
    }

    private func take<M: Model>(_ values: [String: Value], _ conflict: ConflictCase<M>) throws -> (
        () -> Void
    )? {
        guard let theirs = conflict.theirs, conflict.mine.objectState.phase == .stored else { return nil }
        let (decided, properties) = try theirs.object.snapshot.taking(values, of: conflict.entity)
        return {
            keep(conflict, properties)()
            conflict.mine.restoreAny(properties, from: decided)
        }
    }
}
