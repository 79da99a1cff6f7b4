/// The objects of one entity that a save in the background writes, as they were when it began.
///
/// A state is copied part by part: a whole ``ObjectState`` keeps its batch, which most objects share.
@_documentation(visibility: private)
public final class WrittenObjects {
    /// An object, with the parts of its state that its values do not have.
    @usableFromInline struct Entry {
        @usableFromInline let object: any Model
        @usableFromInline let changes: ChangeRecord?
        /// The position of its batch among those of all.
        @usableFromInline let batch: Int
        @usableFromInline let place: ObjectState.Place

        @inlinable init(_ object: some Model, batch: Int) {
            self.object = object
            self.batch = batch
            changes = object._objectState.changes
            place = ObjectState.Place(of: object)
        }
    }

    /// The values for the thread that commits, in the order of the objects.
    @usableFromInline package let values: WrittenValues
    @usableFromInline let entries: ContiguousArray<Entry>
    @usableFromInline let batches: [LoadBatch?]
    /// The objects with their state and values.
    ///
    /// Complexity: O(objects) at the first access, then O(1).
    package private(set) lazy var memories = entries.indices.compactMap(memory)
    private lazy var places = Dictionary(
        uniqueKeysWithValues: entries.indices.map { (ObjectIdentifier(entries[$0].object), $0) })

    @usableFromInline init(
        _ values: WrittenValues, _ entries: ContiguousArray<Entry>, _ batches: [LoadBatch?]
    ) {
        self.values = values
        self.entries = entries
        self.batches = batches
    }

    /// The number of objects.
    package var count: Int { entries.count }

    /// An object with its state and values; `nil` if the save does not write it.
    ///
    /// Complexity: O(objects) at the first call, then O(1).
    func memory(of object: any Model) -> ObjectMemory? {
        places[ObjectIdentifier(object)].map { memories[$0] }
    }

    /// The object at a position with its state and values.
    func memory(at position: Int) -> ObjectMemory? {
        guard let snapshot = values.snapshot(at: position) else { return nil }
        let (entry, written) = (entries[position], values.states[position])
        let state = ObjectState(
            phase: written.phase, version: written.version, entry.changes, batches[entry.batch], entry.place)
        return ObjectMemory(entry.object, snapshot, state, written.changed)
    }
}
