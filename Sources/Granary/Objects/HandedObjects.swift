/// The objects of one entity that a save in the background writes, as they were when it began.
@_documentation(visibility: private)
public class HandedObjects {
    @usableFromInline init() {}

    /// The objects with their state and values.
    ///
    /// Complexity: O(objects).
    package var memories: [ObjectMemory] { [] }

    /// The rows to insert with their keys, in the order of the objects.
    package var inserts: [(key: ObjectKey, row: any RowEncodable)] { [] }

    /// The object at a position with its state and values.
    package func memory(at position: Int) -> ObjectMemory? { nil }
}

/// The objects of one model that a save in the background writes.
///
/// Models use it through static functions, so that the compiler specializes this code for each model: as values of
/// unknown types, objects and snapshots took the caller of a save half of its time again.
@_documentation(visibility: private)
public final class HandedModelObjects<M: Model>: HandedObjects {
    /// An object with its values, which another thread reads.
    @usableFromInline struct Entry {
        @usableFromInline let object: M
        @usableFromInline let row: SnapshotRow<M.Snapshot>
        @usableFromInline let state: ObjectState
        /// The properties that had changed by then; the record of the state goes on changing.
        @usableFromInline let changed: PropertySet

        @inlinable init(_ object: M) {
            self.object = object
            row = SnapshotRow(object.snapshot)
            state = object.objectState
            changed = object.objectState.changes?.properties ?? PropertySet()
        }
    }

    @usableFromInline var entries: ContiguousArray<Entry> = []

    /// Takes those of some touched objects that a save writes.
    @inlinable init(_ touched: ContiguousArray<any Model>) {
        super.init()
        entries.reserveCapacity(touched.count)
        for object in touched {
            let object = unsafeDowncast(object, to: M.self)  // safe: a table holds one type only.
            if object.objectState.isPending { entries.append(Entry(object)) }
        }
    }

    /// Adds the rows, whose values no longer change, to those that a save writes.
    @inlinable func addChanges(to rows: inout PendingRows) {
        for position in entries.indices {
            rows.add(entries[position].object, as: entries[position].row)
        }
    }

    /// Marks the objects saved that are as they were handed over, or have only been edited since; the others need a
    /// closer look.
    @inlinable func markSaved(in saved: inout SavedRows) {
        for position in entries.indices {
            let object = entries[position].object
            let phase = entries[position].state.phase
            saved.note(object, handedOver: phase, entries[position].changed)
            guard let link = saved.link, entries[position].state.isLinked(by: link),
                phase == object.objectState.phase, object.objectState.isIdentified
            else {
                saved.unsettled.append(position)
                continue
            }
            // Others have saved it since, and it was read again.
            if object.objectState.isClean, object.objectState.version != entries[position].state.version {
                continue
            }
            let edited = object.snapshot.differences(from: entries[position].row.snapshot)
            ObjectTable.markSaved(&object.objectState, at: saved.version)
            if !edited.isEmpty { saved.edits.append((position, edited)) }
        }
    }

    /// The objects with their state and values.
    override package var memories: [ObjectMemory] { entries.map(Self.memory) }

    /// The rows to insert with their keys, in the order of the objects.
    override package var inserts: [(key: ObjectKey, row: any RowEncodable)] {
        entries.lazy.filter { $0.state.phase == .inserted }.map { ($0.object.objectKey.objectKey, $0.row) }
    }

    /// The object at a position with its state and values.
    override package func memory(at position: Int) -> ObjectMemory? { Self.memory(entries[position]) }

    private static func memory(_ entry: Entry) -> ObjectMemory {
        ObjectMemory(entry.object, entry.row.snapshot, entry.state, entry.changed)
    }
}
