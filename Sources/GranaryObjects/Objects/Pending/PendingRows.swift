/// The rows that one save writes for one entity.
///
/// Models use it through `_addChanges(to:)`, so that the compiler specializes this code for each model.
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

    /// Adds the changes of an object with a key, whose values a row has.
    @inlinable mutating func add(
        _ row: @autoclosure () -> some RowEncodable, _ key: some ModelKey, _ phase: ObjectPhase,
        _ version: Int64, _ changed: PropertySet?
    ) {
        switch phase {
        case .inserted:
            let bits = key.keyBits
            if (bits.high, bits.low) < (lastInserted.high, lastInserted.low) { insertsGrow = false }
            lastInserted = bits
            inserts.append(row())
        case .stored:
            guard let changed else { return }
            updates.append(
                UpdateBatch.Row(key: key.objectKey, version: version, source: row(), properties: changed))
        case .deleted: deletes.append((key.objectKey, version))
        case .transient, .detached: break
        }
    }
}

extension Model {
    /// Adds the object's row to those that a save writes.
    @inlinable public func _addChanges(to rows: inout PendingRows) {
        rows.add(
            self, objectKey, _objectState.phase, _objectState.version, _objectState.changes?.properties)
    }
}
