/// Settles the conflicts of a save, so that the save can be repeated.
struct ConflictResolver {
    let graph: ObjectGraph
    let loader: ObjectLoader
    let policy: MergePolicy
    /// Whether the conflicts are deletions of objects to which others have made objects refer.
    var areReferred = false

    /// Settles conflicts by the rules of the models and the merge policy.
    ///
    /// If all conflicts are rows that both sides have deleted, a save that refers to other deleted rows is refused, as
    /// it would be without the conflicts. `bases` are those of objects with pairs before the save merged what others have
    /// saved.
    ///
    /// - Returns: the conflicts in which edits of this context were given up.
    /// - Throws: ``GranaryError/Code/conflict`` with all conflicts if one cannot be resolved;
    ///   ``GranaryError/Code/constraint`` if merging has removed some of the changes to save; nothing has changed then.
    func resolve(
        _ conflicts: [CommitResult.Conflict], _ targets: UnsavedTargets,
        _ bases: [ObjectIdentifier: any ModelSnapshot]
    ) throws -> [SaveConflict] {
        var settlements = ConflictSettlements(graph: graph, prefersMine: policy.prefersMine)
        var areAgreed = !areReferred
        let cleared = graph.deletions.clearedReferences
        for (name, group) in Dictionary(grouping: conflicts, by: \.entity).sorted(by: { $0.key < $1.key }) {
            guard let entity = graph.schema.entity(name),
                let type = graph.tables[entity.index].type
            else { continue }
            func decide<M: Model>(_ type: M.Type) throws {
                let theirs = try loader.currentRows(type, group.map(\.key), of: entity)
                // Each store reports them in its own order, and resolving one may settle another.
                for conflict in group.sorted(by: { $0.key < $1.key }) {
                    guard let mine = objectInConflict(conflict.key, entity, as: type) else { continue }
                    var conflictCase = ConflictCase(
                        mine: mine, theirs: theirs[conflict.key.bits], key: conflict.key, entity: entity,
                        isHeld: areReferred)
                    conflictCase.recordMoved(cleared[ObjectIdentifier(mine)] ?? [])
                    conflictCase.recordFollowed(since: bases[ObjectIdentifier(mine)])
                    areAgreed = areAgreed && conflictCase.isAgreedDeletion
                    try settlements.add(conflictCase, try outcome(of: conflictCase))
                }
            }
            try decide(type)
        }
        if !settlements.open.isEmpty {
            throw GranaryError.saveConflict(settlements.open, areReferred: areReferred)
        }
        if areAgreed { try targets.checkKept(in: graph) }
        settlements.carryOut()
        if graph.deleteRules.cascadesThroughPairs { graph.deleteRules.leaveUnpaired() }
        // Settled with the rows of the present snapshot: what is undone later need not be read from a newer one.
        for conflict in conflicts {
            guard let entity = graph.schema.entity(conflict.entity) else { continue }
            graph.outdated.remove(conflict.key.bits, of: entity)
        }
        return settlements.givenUp
    }

    /// Settles a conflict as the program has decided.
    ///
    /// - Throws: ``GranaryError/Code/conflict`` if the conflict stays open, and if others have changed the object since
    ///   a conflict that no save has thrown; ``GranaryError/Code/invalidObject`` if this context has nothing to settle;
    ///   what encoding and decoding values throw. Nothing has changed then.
    func resolve(_ conflict: SaveConflict, with decision: ConflictResolution) throws {
        guard let entity = graph.schema.entity(conflict.entity),
            let type = graph.tables.used(entity.index)?.type
        else { throw Self.nothingToResolve(conflict) }
        func decide<M: Model>(_ type: M.Type) throws {
            guard let mine = objectInConflict(conflict.key, entity, as: type) else {
                throw Self.nothingToResolve(conflict)
            }
            let isRequired = graph.requirements.contains(mine)
            guard mine._objectState.isPending || isRequired else { throw Self.nothingToResolve(conflict) }
            let conflictCase = ConflictCase(
                mine: mine, theirs: try theirs(of: conflict, entity, as: type), key: conflict.key,
                entity: entity, isHeld: true)
            var settlements = ConflictSettlements(graph: graph, prefersMine: decision.prefersMine)
            try settlements.add(
                conflictCase, conflictCase.isAgreedDeletion ? .theirs : conflictCase.merge.outcome(decision))
            if !settlements.open.isEmpty { throw GranaryError.saveConflict(settlements.open) }
            settlements.carryOut()
            // The program's own word: what delete rules reach does not matter any more.
            if mine._objectState.phase == .deleted { graph.deletions.name(mine) }
            if isRequired { graph.requirements.renew(mine) }
        }
        try decide(type)
    }

    /// The version of the others that a conflict carries, which may be older than the one in the store.
    private func theirs<M: Model>(of conflict: SaveConflict, _ entity: Entity, as type: M.Type) throws
        -> StoreVersion<M>?
    {
        guard let theirs = conflict.theirs else { return nil }
        let object = try entity.object(type, named: theirs)
        if let version = conflict.version { return StoreVersion(object: object, version: version) }
        let present = try loader.currentRows(type, [conflict.key], of: entity)[conflict.key.bits]
        guard let present, present.object.snapshot == object.snapshot else {
            throw GranaryError(
                .conflict,
                "Others have changed the object again since this conflict; save, and resolve the conflict that the save throws.",
                context: .init(entity: entity.name))
        }
        return present
    }

    private static func nothingToResolve(_ conflict: SaveConflict) -> GranaryError {
        GranaryError(
            .invalidObject,
            "This context has no unsaved change of the object in conflict, so there is nothing to resolve.",
            context: .init(entity: conflict.entity))
    }

    /// The object that the save writes or requires to be unchanged; a required object may have left the context.
    private func objectInConflict<M: Model>(_ key: ObjectKey, _ entity: Entity, as type: M.Type) -> M? {
        let table = graph.tables[entity.index]
        if let object = table.object(key.bits, as: type), object._objectState.phase != .inserted {
            return object
        }
        // The map may have a new object at the key of a deleted one; the store has compared the deleted one.
        let deleted = table.touched.first { $0._objectState.phase == .deleted && $0.erasedKey == key } as? M
        return deleted
            ?? graph.requirements.all.lazy.filter { $0.key == key }.compactMap { $0.object as? M }.first
    }

    private func outcome<M: Model>(of conflict: ConflictCase<M>) throws
        -> ThreeWayMerge<M.Snapshot>.Outcome
    {
        if conflict.isAgreedDeletion { return .theirs }
        // No policy waives a requirement.
        if graph.requirements.contains(conflict.mine) { return .open(try conflict.description()) }
        if !policy.isStrict, conflict.isMovedAway(in: graph) { return .theirs }
        return try conflict.merge.outcome(policy)
    }
}

extension ObjectGraph {
    /// The bases of changed objects in conflict that have one-to-one relationships, by object.
    ///
    /// Merging what others have saved may have their pairs followed, in the bases too.
    func basesOfPairs(in conflicts: [CommitResult.Conflict]) -> [ObjectIdentifier: any ModelSnapshot] {
        var bases: [ObjectIdentifier: any ModelSnapshot] = [:]
        for conflict in conflicts {
            guard let entity = schema.entity(conflict.entity), entity.toOne.contains(where: \.isOneToOne),
                let object = tables.loadedObject(conflict.key.bits, of: entity),
                let base = object._objectState.changes?.original
            else { continue }
            bases[ObjectIdentifier(object)] = base
        }
        return bases
    }
}

extension ConflictResolution {
    /// Whether this context's version of the object is written.
    fileprivate var prefersMine: Bool {
        if case .mine = self { true } else { false }
    }
}
