/// Many objects in one call.
extension Context {
    /// Inserts new objects and every object reachable from them: all of them, or none if one cannot be inserted.
    ///
    /// - Throws: as the insertion of one object, for the first that cannot be inserted.
    public func insert<M: Model>(contentsOf objects: some Sequence<M>) throws {
        let objects = Array(objects)
        // The check needs all objects before the first insertion, and many sequences can be read only once.
        try graph.insertion.checkInsertion(of: objects)
        for object in objects { try insert(object) }
    }

    /// Inserts new objects with the values of snapshots, and returns them in the same order: all of them, or none if
    /// one cannot be inserted.
    ///
    /// - Throws: as ``insert(contentsOf:)->()``.
    @discardableResult
    public func insert<Snapshot: ModelSnapshot>(contentsOf snapshots: some Sequence<Snapshot>) throws
        -> [Snapshot.Object]
    {
        let objects = snapshots.map { Snapshot.Object($0) }
        try insert(contentsOf: objects)
        return objects
    }

    /// Marks objects deleted and applies the delete rules of their relationships.
    ///
    /// For objects that were fetched together, the objects that the rules concern are loaded together. An object that
    /// an earlier rule has deleted is skipped.
    ///
    /// - Throws: as the deletion of one object, for the first whose rules cannot be applied; those before it are
    ///   deleted.
    public func delete<M: Model>(contentsOf objects: some Sequence<M>) throws {
        // Copied first, since delete rules change relationships and the sequence may be one of them.
        for object in Array(objects) where object._objectState.phase != .deleted { try delete(object) }
    }

    /// The objects with these identities that exist, in an order.
    ///
    /// They are found as ``objects(_:)`` finds them: those that are not loaded in one request. In the order given, an
    /// identity that is given twice yields its object twice.
    ///
    /// - Complexity: O(identities).
    public func objects<M: Model>(_ ids: some Sequence<ObjectID<M>>, in order: IdentityOrder) throws -> [M] {
        switch order {
        case .keyOrder: return try objects(ids)
        case .givenOrder:
            let ids = Array(ids)
            let found = Dictionary(
                try objects(ids).map { ($0.objectID, $0) }, uniquingKeysWith: { first, _ in first })
            return ids.compactMap { found[$0] }
        }
    }
}
