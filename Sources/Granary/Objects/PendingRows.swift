/// The rows that one save writes for one entity.
///
/// Models use it through `addChanges(to:)`, so that this code is compiled with each of them.
@_documentation(visibility: private)
public struct PendingRows {
    /// The rows that are new.
    @usableFromInline package var inserts: [any RowEncodable] = []
    /// The rows that change, with what changes in them.
    @usableFromInline package var updates: [UpdateBatch.Row] = []
    /// The rows that go, with the versions they were read at.
    @usableFromInline package var deletes: [(key: ObjectKey, version: Int64?)] = []
    /// Whether the bits of the inserted keys have grown so far; then the keys are in order.
    @usableFromInline package var insertsGrow = true
    @usableFromInline var lastInserted = KeyBits(high: 0, low: 0)

    /// Begins without rows.
    package init() {}

    /// Adds what a save has to write for an object.
    @inlinable public mutating func add<M: Model>(_ object: M) {
        switch object.objectState.phase {
        case .inserted:
            let bits = object.objectKey.keyBits
            if (bits.high, bits.low) < (lastInserted.high, lastInserted.low) { insertsGrow = false }
            lastInserted = bits
            inserts.append(object)
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
}
