/// The values of the objects of one entity that a save in the background writes, as they were when it began.
///
/// The committing thread gets these instead of the objects, since it might release the last reference to one.
@_documentation(visibility: private)
public class WrittenValues {
    /// The parts of the state of an object that a save writes.
    @usableFromInline struct State {
        @usableFromInline let version: Int64
        @usableFromInline let phase: ObjectPhase
        /// The properties changed at that time; the object's own record keeps changing.
        @usableFromInline let changed: PropertySet

        @inlinable init(_ object: some Model) {
            version = object._objectState.version
            phase = object._objectState.phase
            changed = object._objectState.changes?.properties ?? PropertySet()
        }
    }

    @usableFromInline let states: ContiguousArray<State>

    @usableFromInline init(_ states: ContiguousArray<State>) { self.states = states }

    /// Whether there are none.
    package var isEmpty: Bool { states.isEmpty }

    /// The values of the object at a position.
    func snapshot(at position: Int) -> (any ModelSnapshot)? { nil }

    /// The rows to insert with their keys, in the order of the objects.
    package var inserts: [(key: ObjectKey, row: any RowEncodable)] { [] }
}

/// The values of the objects of one model that a save in the background writes.
///
/// Models use it through static functions, so that the compiler specializes this code for each model: as values of
/// unknown types, objects and snapshots took the caller of a save half of its time again.
@_documentation(visibility: private)
public final class WrittenModelValues<M: Model>: WrittenValues {
    @usableFromInline let snapshots: ContiguousArray<M.Snapshot>

    @inlinable init(_ states: ContiguousArray<State>, _ snapshots: ContiguousArray<M.Snapshot>) {
        self.snapshots = snapshots
        super.init(states)
    }

    /// The objects among some touched ones that a save writes.
    @inlinable static func objects(among touched: ContiguousArray<any Model>) -> WrittenObjects {
        var entries: ContiguousArray<WrittenObjects.Entry> = []
        var states: ContiguousArray<State> = []
        var snapshots: ContiguousArray<M.Snapshot> = []
        var batches: [LoadBatch?] = []
        var lastBatch: ObjectIdentifier?
        entries.reserveCapacity(touched.count)
        states.reserveCapacity(touched.count)
        snapshots.reserveCapacity(touched.count)
        for object in touched {
            let object = unsafeDowncast(object, to: M.self)  // safe: a table holds one type only.
            guard object._objectState.isPending else { continue }
            let batch = object._objectState.batch.map { ObjectIdentifier($0) }
            if batches.isEmpty || batch != lastBatch { batches.append(object._objectState.batch) }
            lastBatch = batch
            entries.append(WrittenObjects.Entry(object, batch: batches.count - 1))
            states.append(State(object))
            snapshots.append(object.snapshot)
        }
        return WrittenObjects(WrittenModelValues(states, snapshots), entries, batches)
    }

    /// Adds the rows to those that a save writes.
    @inlinable func addChanges(to rows: inout PendingRows) {
        for position in states.indices {
            let state = states[position]
            rows.add(
                SnapshotRow(snapshots[position]), snapshots[position].objectID.key, state.phase,
                state.version, state.changed)
        }
    }

    /// Marks the objects saved that are as they were then, or have only been edited since; the others need a
    /// closer look.
    @inlinable func markSaved(_ written: WrittenObjects, in saved: inout SavedRows) {
        let link = saved.link
        let isLinked = written.batches.map { link != nil && $0?.link === link }
        for position in states.indices {
            let object = unsafeDowncast(written.entries[position].object, to: M.self)  // safe: of this type.
            let state = states[position]
            saved.add(object, state.phase, state.changed)
            guard isLinked[written.entries[position].batch], state.phase == object._objectState.phase,
                object._objectState.isIdentified
            else {
                saved.unsettled.append(position)
                continue
            }
            // Others have saved it since, and it was read again.
            if object._objectState.version != state.version, object._objectState.isClean { continue }
            let edited = object.snapshot.differences(from: snapshots[position])
            ObjectTable.markSaved(&object._objectState, at: saved.version)
            if !edited.isEmpty { saved.edits.append((position, edited)) }
        }
    }

    override func snapshot(at position: Int) -> (any ModelSnapshot)? { snapshots[position] }

    override package var inserts: [(key: ObjectKey, row: any RowEncodable)] {
        states.indices.lazy.filter { self.states[$0].phase == .inserted }.map {
            (self.snapshots[$0].objectID.key.objectKey, SnapshotRow(self.snapshots[$0]))
        }
    }
}
