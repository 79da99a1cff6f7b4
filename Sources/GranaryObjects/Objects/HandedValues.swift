/// The values of the objects of one entity that a save in the background writes, as they were when it began.
///
/// The committing thread gets these instead of the objects, since it might release the last reference to one.
@_documentation(visibility: private)
public class HandedValues {
    @usableFromInline init() {}

    /// Whether there are none.
    package var isEmpty: Bool { true }

    /// The rows to insert with their keys, in the order of the objects.
    package var inserts: [(key: ObjectKey, row: any RowEncodable)] { [] }
}

/// The values of the objects of one model that a save in the background writes.
@_documentation(visibility: private)
public final class HandedModelValues<M: Model>: HandedValues {
    /// The values of one object.
    @usableFromInline struct Entry {
        @usableFromInline let snapshot: M.Snapshot
        @usableFromInline let version: Int64
        @usableFromInline let phase: ObjectPhase
        /// The properties changed at that time; the object's own record keeps changing.
        @usableFromInline let changed: PropertySet

        @inlinable init(_ object: M) {
            snapshot = object.snapshot
            version = object.objectState.version
            phase = object.objectState.phase
            changed = object.objectState.changes?.properties ?? PropertySet()
        }
    }

    @usableFromInline let entries: ContiguousArray<Entry>

    @inlinable init(_ entries: ContiguousArray<Entry>) {
        self.entries = entries
        super.init()
    }

    /// Adds the rows to those that a save writes.
    @inlinable func addChanges(to rows: inout PendingRows) {
        for position in entries.indices { rows.add(entries[position]) }
    }

    override package var isEmpty: Bool { entries.isEmpty }

    override package var inserts: [(key: ObjectKey, row: any RowEncodable)] {
        entries.lazy.filter { $0.phase == .inserted }.map {
            ($0.snapshot.objectID.key.objectKey, SnapshotRow($0.snapshot))
        }
    }
}
