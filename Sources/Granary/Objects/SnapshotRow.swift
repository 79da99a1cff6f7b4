/// A row with the values of a snapshot, which another thread can read while the object changes.
final class SnapshotRow<Snapshot: ModelSnapshot>: RowEncodable, Sendable {
    private let snapshot: Snapshot

    init(_ snapshot: Snapshot) { self.snapshot = snapshot }

    func encode(_ properties: PropertySet, of entity: Entity, into writer: any ColumnWriter) throws {
        try snapshot.encode(properties, of: entity, into: writer)
    }
}
