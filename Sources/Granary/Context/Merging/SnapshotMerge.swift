/// What becomes of an object when a changed snapshot of it is applied: a merge of base, mine and theirs as a save
/// makes it.
struct SnapshotMerge<Snapshot: ModelSnapshot> {
    /// What is to be done.
    enum Outcome {
        /// Nothing: the object stays as it is, or gone.
        case nothing
        /// These properties of the object get the values of the snapshot.
        case assign(PropertySet, from: Snapshot)
        /// The object is gone, and inserted again.
        case insert(Snapshot)
        /// The program has to decide.
        case conflict(SaveConflict)
    }

    let entity: Entity
    /// The object as the program read it.
    let base: Snapshot
    /// The object as the program wants it.
    let mine: Snapshot
    /// The object as it is now; `nil` when it is gone.
    let theirs: Snapshot?

    private var changed: PropertySet { mine.differences(from: base).subtracting(entity.keyProperties) }

    /// Merges by a policy.
    ///
    /// - Throws: what the function of a custom policy throws.
    func outcome(_ policy: MergePolicy) throws -> Outcome {
        let changed = changed
        if changed.isEmpty { return .nothing }
        guard let theirs else { return try outcomeForGone(policy) }
        let theirChanges = theirs.differences(from: base)
        if theirChanges.isEmpty { return .assign(changed, from: mine) }
        switch policy.rule {
        case .error: return try conflict()
        case .storeWins: return .assign(changed.subtracting(theirChanges), from: mine)
        case .memoryWins: return .assign(changed, from: mine)
        case .overwrite: return .assign(mine.differences(from: theirs), from: mine)
        case .rollback: return .nothing
        case .perProperty:
            let open = changed.intersection(theirChanges).intersection(mine.differences(from: theirs))
            return open.isEmpty ? .assign(changed, from: mine) : try conflict()
        case .custom(let resolve):
            switch try resolve(try description()) {
            case .theirs: return .nothing
            case .mine: return .assign(changed, from: mine)
            case .values(let values):
                let (decided, properties) = try theirs.taking(values, of: entity)
                return .assign(properties.subtracting(entity.keyProperties), from: decided)
            case .error: return try conflict()
            }
        }
    }

    private func outcomeForGone(_ policy: MergePolicy) throws -> Outcome {
        switch policy.rule {
        case .error, .perProperty: return try conflict()
        case .storeWins, .rollback: return .nothing
        case .memoryWins, .overwrite: return .insert(mine)
        case .custom(let resolve):
            switch try resolve(try description()) {
            case .theirs: return .nothing
            case .mine: return .insert(mine)
            case .values, .error: return try conflict()
            }
        }
    }

    private func conflict() throws -> Outcome { .conflict(try description()) }

    private func description() throws -> SaveConflict {
        try SaveConflict(entity, mine.objectID.key.objectKey, base: base, mine: mine, theirs: theirs)
    }
}
