/// A row with the values of a snapshot, which another thread can read while the object changes.
@usableFromInline final class SnapshotRow<Snapshot: ModelSnapshot>: RowEncodable, Sendable {
    @usableFromInline let snapshot: Snapshot

    @inlinable init(_ snapshot: Snapshot) { self.snapshot = snapshot }

    @usableFromInline func encode(_ properties: PropertySet, of entity: Entity, into writer: any ColumnWriter)
        throws
    {
        try snapshot.encode(properties, of: entity, into: writer)
    }
}
