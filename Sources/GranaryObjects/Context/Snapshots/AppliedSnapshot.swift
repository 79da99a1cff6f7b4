/// A snapshot that changes an object of a context, and the snapshot that it was made from.
struct AppliedSnapshot<Snapshot: ModelSnapshot> {
    /// The object in the context; `nil` when it is gone.
    private let present: Snapshot.Object?
    private let merge: ThreeWayMerge<Snapshot>
    private let context: Context

    init(
        _ snapshot: Snapshot, base: Snapshot, present: Snapshot.Object?, _ entity: Entity,
        in context: Context
    ) {
        // Programs may have put values into snapshots that are stored in another form.
        let (wanted, read) = (Snapshot.Object(snapshot).snapshot, Snapshot.Object(base).snapshot)
        self.context = context
        self.present = present
        merge = ThreeWayMerge(
            entity: entity, base: read, mine: wanted, theirs: present?.snapshot,
            touched: wanted.differences(from: read).subtracting(entity.keyProperties))
    }

    /// Changes the object, and merges by rules and a policy if others have changed it too; returns it, or `nil` if it
    /// is gone.
    ///
    /// - Throws: as ``Context/apply(_:base:policy:)``.
    func apply(_ policy: MergePolicy) throws -> Snapshot.Object? {
        if merge.touched.isEmpty { return present }
        return try carryOut(merge.outcome(policy))
    }

    /// Applies the program's decision to the object, if it still is as the conflict shows it.
    ///
    /// - Throws: as ``Context/resolve(_:with:)``, and the current conflict if the object has changed since.
    func resolve(with decision: ConflictResolution, asTold told: Snapshot?) throws {
        // A decision must not apply to values that it was not made for
        // (Docs/Decisions/reconciling-and-applied-snapshots.md).
        guard told == merge.theirs else { throw Self.open(try merge.description()) }
        _ = try carryOut(merge.outcome(decision))
    }

    private func carryOut(_ outcome: ThreeWayMerge<Snapshot>.Outcome) throws -> Snapshot.Object? {
        switch outcome {
        case .theirs, .delete: return present
        case .insert(let snapshot): return try context.insert(snapshot)
        case .open(let conflict): throw Self.open(conflict)
        case .mine(let changes): return try assign(changes)
        }
    }

    private func assign(_ changes: ThreeWayMerge<Snapshot>.Assignment) throws -> Snapshot.Object? {
        guard let present else { return nil }
        // Assigning an equal value would mark the object changed, and the next save would write it.
        let properties = changes.properties.intersection(changes.values.differences(from: present.snapshot))
        if properties.isEmpty { return present }
        try context.graph.assign(properties, from: changes.values, to: present)
        return present
    }

    private static func open(_ conflict: SaveConflict) -> GranaryError {
        var conflict = conflict
        conflict.isOfSnapshot = true
        return GranaryError.saveConflict([conflict])
    }
}
