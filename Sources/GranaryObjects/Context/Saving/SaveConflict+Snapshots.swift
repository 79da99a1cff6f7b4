extension SaveConflict {
    /// The conflict of three versions of an object: equal values have the same form in base, mine and theirs.
    init<Snapshot: ModelSnapshot>(
        _ entity: Entity, _ key: ObjectKey, base: Snapshot, mine: Snapshot?, theirs: Snapshot?
    ) throws {
        let read = try WrittenSnapshot(base, of: entity)
        let found = try theirs.map { try WrittenSnapshot($0, of: entity, like: [read]) }
        let wanted = try mine.map {
            try WrittenSnapshot($0, of: entity, like: [found, read].compactMap { $0 })
        }
        self.init(
            entity: entity.name, key: key, base: entity.named(read.columns),
            mine: wanted.map { entity.named($0.columns) }, theirs: found.map { entity.named($0.columns) })
        snapshots = (base, mine, theirs)
    }
}

/// The three versions of the object as snapshots of its model: `conflict.base(as: Film.Snapshot.self)`.
extension SaveConflict {
    /// The object as this context read it; `nil` for the snapshot of another model, and if the context never read it.
    public func base<Snapshot: ModelSnapshot>(as type: Snapshot.Type) -> Snapshot? {
        snapshots?.base as? Snapshot
    }

    /// The object as this context wants it; `nil` for the snapshot of another model, and if this context deletes it.
    public func mine<Snapshot: ModelSnapshot>(as type: Snapshot.Type) -> Snapshot? {
        snapshots?.mine as? Snapshot
    }

    /// The object as the store holds it; `nil` for the snapshot of another model, and if the object is gone.
    public func theirs<Snapshot: ModelSnapshot>(as type: Snapshot.Type) -> Snapshot? {
        snapshots?.theirs as? Snapshot
    }
}

extension GranaryError {
    /// The error of a save that leaves conflicts open; in some, others have made objects refer to a deleted one.
    static func saveConflict(_ conflicts: [SaveConflict], areReferred: Bool = false) -> GranaryError {
        let entities = Set(conflicts.map(\.entity)).sorted().joined(separator: ", ")
        let undecided = Set(
            conflicts.flatMap { conflict in conflict.undecided.map { "\(conflict.entity).\($0)" } })
        let reason =
            undecided.isEmpty
            ? ""
            : " The merge rule of \(undecided.sorted().joined(separator: ", ")) has no value that its type can hold."
        let isOne = conflicts.count == 1
        let objects = isOne ? "an object" : "\(conflicts.count) objects"
        let what =
            areReferred
            ? "Others made objects refer to \(objects) of \(entities) that this context deletes"
            : "Others changed \(objects) of \(entities) since this context read \(isOne ? "it" : "them")"
        let settling = isOne ? "the conflict in `conflicts`, which holds" : "each of `conflicts`, which hold"
        var error = GranaryError(
            .conflict,
            "\(what); nothing was saved.\(reason) Let `perform` repeat the unit of work, by `retries` in its options; or choose a merge policy; or settle \(settling) base, mine and theirs, with `context.resolve` and save again."
        )
        if let first = conflicts.first, isOne {
            error.context.entity = first.entity
            error.context.properties = first.undecided
        }
        error.conflicts = conflicts
        return error
    }
}

/// A snapshot and its columns, which it shares with other snapshots wherever properties are equal.
///
/// Equal sets may be written in different orders; a program that compares columns must not see a difference.
private struct WrittenSnapshot<Snapshot: ModelSnapshot> {
    let snapshot: Snapshot
    private(set) var columns: [Value]

    init(_ snapshot: Snapshot, of entity: Entity, like others: [WrittenSnapshot] = []) throws {
        self.snapshot = snapshot
        columns = try snapshot.columnValues(of: entity)
        for other in others {
            let differing = snapshot.differences(from: other.snapshot)
            for (index, column) in entity.columns.enumerated() where !differing.contains(column.property) {
                columns[index] = other.columns[index]
            }
        }
    }
}
