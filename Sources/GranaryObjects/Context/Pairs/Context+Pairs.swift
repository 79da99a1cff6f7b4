/// Values in, with the pairs that snapshots leave out.
extension Context {
    /// Inserts a new object with the values of a snapshot, pairs it with others, and returns it.
    ///
    /// - Throws: as the insertion of a snapshot; ``GranaryError/Code/notFound`` for a partner that does not exist, and
    ///   ``GranaryError/Code/invalidObject`` for a relationship that is not from many to many; nothing is inserted
    ///   then.
    @discardableResult
    public func insert<Snapshot: ModelSnapshot>(_ snapshot: Snapshot, pairs: ModelPairs<Snapshot.Object>)
        throws -> Snapshot.Object
    {
        let assignment = try PairAssignment(from: ModelPairs(), to: pairs, in: self)
        let object = try insert(snapshot)
        assignment.carryOut(on: object)
        return object
    }

    /// Applies a snapshot to an object, and the wanted pairs to its relationships.
    ///
    /// Partners that the base does not have are added, and those that only the base has are removed; pairs that others
    /// have added since then stay, so pairs make no conflicts. For a relationship that the base does not name, the
    /// object's current pairs are the base.
    ///
    /// - Throws: as ``apply(_:base:policy:)``; ``GranaryError/Code/notFound`` for a partner that does not exist, and
    ///   ``GranaryError/Code/invalidObject`` for a relationship that is not from many to many; nothing has changed
    ///   then.
    @discardableResult
    public func apply<Snapshot: ModelSnapshot>(
        _ snapshot: Snapshot, base: Snapshot? = nil, pairs: ModelPairs<Snapshot.Object>,
        basePairs: ModelPairs<Snapshot.Object>? = nil, policy: MergePolicy? = nil
    ) throws -> Snapshot.Object? {
        let present = try object(snapshot.objectID)
        // An object that is inserted again has no pairs yet.
        let former = try present.map { present in
            let base = basePairs ?? ModelPairs()
            let unsaid = try ModelPairs(of: present) { pairs.partners[$0] != nil && base.partners[$0] == nil }
            return base.completed(by: unsaid)
        }
        let assignment = try PairAssignment(from: former ?? ModelPairs(), to: pairs, in: self)
        if let present { try assignment.load(for: present) }
        if present !== (try object(snapshot.objectID)) {
            // Reading the partners has shown that others have deleted it.
            return try apply(snapshot, base: base, pairs: pairs, basePairs: basePairs, policy: policy)
        }
        guard let object = try apply(snapshot, base: base, policy: policy) else { return nil }
        assignment.carryOut(on: object)
        return object
    }
}
