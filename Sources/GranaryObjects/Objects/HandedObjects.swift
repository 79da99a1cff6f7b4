/// The objects of one entity that a save in the background writes, as they were when it began.
@_documentation(visibility: private)
public class HandedObjects {
    /// The values for the thread that commits.
    package let values: HandedValues

    @usableFromInline init(_ values: HandedValues) { self.values = values }

    /// The number of objects.
    package var count: Int { 0 }

    /// The objects with their state and values.
    ///
    /// Complexity: O(objects).
    package var memories: [ObjectMemory] { [] }

    /// The object at a position with its state and values.
    package func memory(at position: Int) -> ObjectMemory? { nil }
}

/// The objects of one model that a save in the background writes.
///
/// Models use it through static functions, so that the compiler specializes this code for each model: as values of
/// unknown types, objects and snapshots made the caller of a save take half as long again. The state is copied part by
/// part for the same reason: a whole ``ObjectState`` keeps its batch, which most objects share.
@_documentation(visibility: private)
public final class HandedModelObjects<M: Model>: HandedObjects {
    /// An object, with the parts of its state that its values do not have.
    @usableFromInline struct Entry {
        @usableFromInline let object: M
        @usableFromInline let changes: ChangeRecord?
        /// The position of its batch among those of all.
        @usableFromInline let batch: Int
        @usableFromInline let place: ObjectState.Place

        @inlinable init(_ object: M, batch: Int) {
            self.object = object
            self.batch = batch
            changes = object.objectState.changes
            place = ObjectState.Place(of: object)
        }
    }

    @usableFromInline let modelValues: HandedModelValues<M>
    @usableFromInline let entries: ContiguousArray<Entry>
    @usableFromInline let batches: [LoadBatch?]

    /// Takes those of some touched objects that a save writes.
    @inlinable init(_ touched: ContiguousArray<any Model>) {
        var entries: ContiguousArray<Entry> = []
        var values: ContiguousArray<HandedModelValues<M>.Entry> = []
        var batches: [LoadBatch?] = []
        var lastBatch: ObjectIdentifier?
        entries.reserveCapacity(touched.count)
        values.reserveCapacity(touched.count)
        for object in touched {
            let object = unsafeDowncast(object, to: M.self)  // safe: a table holds one type only.
            guard object.objectState.isPending else { continue }
            let batch = object.objectState.batch.map { ObjectIdentifier($0) }
            if batches.isEmpty || batch != lastBatch { batches.append(object.objectState.batch) }
            lastBatch = batch
            entries.append(Entry(object, batch: batches.count - 1))
            values.append(HandedModelValues.Entry(object))
        }
        self.entries = entries
        self.batches = batches
        modelValues = HandedModelValues(values)
        super.init(modelValues)
    }

    /// Marks the objects saved that are unchanged since the hand-over, or have only been edited since; the others need
    /// a closer look.
    @inlinable func markSaved(in saved: inout SavedRows) {
        let link = saved.link
        let isLinked = batches.map { link != nil && $0?.link === link }
        for position in entries.indices {
            let object = entries[position].object
            let phase = modelValues.entries[position].phase
            saved.note(object, handedOver: phase, modelValues.entries[position].changed)
            guard isLinked[entries[position].batch], phase == object.objectState.phase,
                phase == .inserted || phase == .stored
            else {
                saved.unsettled.append(position)
                continue
            }
            // Others have saved it since, and it was read again.
            if object.objectState.version != modelValues.entries[position].version,
                object.objectState.isClean
            {
                continue
            }
            let edited = object.snapshot.differences(from: modelValues.entries[position].snapshot)
            ObjectTable.markSaved(&object.objectState, at: saved.version)
            if !edited.isEmpty { saved.edits.append((position, edited)) }
        }
    }

    override package var count: Int { entries.count }

    /// The objects with their state and values.
    override package var memories: [ObjectMemory] { entries.indices.map(memory) }

    /// The object at a position with its state and values.
    override package func memory(at position: Int) -> ObjectMemory? { memory(position) }

    private func memory(_ position: Int) -> ObjectMemory {
        let (entry, values) = (entries[position], modelValues.entries[position])
        let state = ObjectState(
            phase: values.phase, version: values.version, entry.changes, batches[entry.batch], entry.place)
        return ObjectMemory(entry.object, values.snapshot, state, values.changed)
    }
}
