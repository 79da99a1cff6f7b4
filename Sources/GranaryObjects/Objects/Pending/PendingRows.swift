/// The rows that one save writes for one entity.
///
/// Models use it through `addChanges(to:)`, so that the compiler specializes this code for each model.
@_documentation(visibility: private)
public struct PendingRows {
    /// The new rows.
    @usableFromInline package var inserts: [any RowEncodable] = []
    /// The changed rows, each with its changed properties.
    @usableFromInline package var updates: [UpdateBatch.Row] = []
    /// The deleted rows, with the versions they were read at.
    @usableFromInline package var deletes: [(key: ObjectKey, version: Int64?)] = []
    /// Whether the inserts so far are in the order of their keys' bits.
    @usableFromInline package var insertsGrow = true
    @usableFromInline var lastInserted = KeyBits(high: 0, low: 0)

    /// Starts without rows.
    package init() {}

    /// Adds the changes of an object that a save writes.
    @inlinable public mutating func add<M: Model>(_ object: M) {
        switch object.objectState.phase {
        case .inserted: addInsert(object, object.objectKey.keyBits)
        case .stored:
            guard let changes = object.objectState.changes else { return }
            updates.append(
                UpdateBatch.Row(
                    key: object.objectKey.objectKey, version: object.objectState.version, source: object,
                    properties: changes.properties))
        case .deleted: deletes.append((object.objectKey.objectKey, object.objectState.version))
        case .transient, .detached: break
        }
    }

    /// Adds the changes of an object in a background save, given by its values alone.
    @inlinable mutating func add<M: Model>(_ values: HandedModelValues<M>.Entry) {
        let key = values.snapshot.objectID.key
        switch values.phase {
        case .inserted: addInsert(SnapshotRow(values.snapshot), key.keyBits)
        case .stored:
            updates.append(
                UpdateBatch.Row(
                    key: key.objectKey, version: values.version, source: SnapshotRow(values.snapshot),
                    properties: values.changed))
        case .deleted: deletes.append((key.objectKey, values.version))
        case .transient, .detached: break
        }
    }

    @inlinable mutating func addInsert(_ row: some RowEncodable, _ bits: KeyBits) {
        if (bits.high, bits.low) < (lastInserted.high, lastInserted.low) { insertsGrow = false }
        lastInserted = bits
        inserts.append(row)
    }
}
