/// Finds the bits by which objects and snapshots of one model are matched, and the snapshots that differ from their
/// objects.
///
/// Models use it through `_matchBits(of:by:)` and `_differing(_:from:_:ignoring:)`, so that the compiler specializes this
/// code for each model.
@_documentation(visibility: private)
public struct RowMatching {
    @usableFromInline let entity: Entity
    /// The positions of the matched properties.
    @usableFromInline let properties: PropertySet
    /// Whether they are the primary key.
    @usableFromInline let arePrimaryKey: Bool
    @usableFromInline let writer = MatchKeyWriter()

    /// Matches by some properties.
    init(_ properties: PropertySet, of entity: Entity) {
        self.entity = entity
        self.properties = properties
        arePrimaryKey = properties == entity.keyProperties
    }

    /// The bits of each object's values.
    @inlinable func bits<M: Model>(of objects: [M]) throws -> [KeyBits] {
        if arePrimaryKey { return objects.map { $0.objectKey.keyBits } }
        // An encoding that throws leaves some values behind, which the next one would begin with.
        defer { _ = writer.finish() }
        return try objects.map { object in
            try object.encode(properties, of: entity, into: writer)
            return writer.finish()
        }
    }

    /// The bits of each snapshot's values; `nil` for a key that is yet to be generated, which matches no row.
    @inlinable func bits<M: Model>(of snapshots: [M.Snapshot], _ type: M.Type) throws -> [KeyBits?] {
        if arePrimaryKey {
            let unassigned = M.Key.generation == .byProgram ? nil : M.Key.unassigned.keyBits
            return snapshots.map { snapshot in
                let bits = snapshot.objectID.key.keyBits
                return bits == unassigned ? nil : bits
            }
        }
        defer { _ = writer.finish() }
        return try snapshots.map { snapshot in
            try snapshot.encode(properties, of: entity, into: writer)
            return writer.finish()
        }
    }
}
