/// Code that every model shares.
///
/// These are requirements only so that the compiler specializes them for every model; no model implements them
/// differently. Those that a save calls for each object are declared with ``PendingRows``, ``ChangeCollector``
/// and ``SavedRows``.
extension Model {
    /// Makes or refreshes the objects of a reader's remaining rows.
    @inlinable public static func _objects(from reader: borrowing ObjectReader) throws -> [Self] {
        try reader.objects(Self.self)
    }

    /// Makes or refreshes the object of a reader's current row.
    @inlinable public static func _object(from reader: borrowing ObjectReader) throws -> Self {
        try reader.object(Self.self)
    }

    /// The object with a key, from a graph if it is loaded there, else from its store.
    @inlinable public static func _object(with key: Key, in graph: ObjectGraph) throws -> Self? {
        try graph.lookup.object(Self.self, with: key)
    }

    /// The members of a loaded object's relationship to many, if their list has to be kept up to date.
    @inlinable public static func _members(
        of bits: KeyBits, at position: Int, among objects: LoadedObjects, epoch: Int
    ) -> ToManyMembers? { objects.members(of: bits, at: position, Self.self, epoch: epoch) }

    /// Unloads unchanged objects that only the context holds: of all objects, or of those at some
    /// places.
    @inlinable public static func _sweep(_ objects: LoadedObjects, at places: [UInt32]?) {
        objects.sweep(Self.self, places)
    }

    /// Detaches and releases all objects.
    @inlinable public static func _detach(_ objects: LoadedObjects) { objects.detach(Self.self) }

    /// Makes or refreshes the objects of a reader's remaining rows, and adds them to the members of their owners;
    /// returns the number of rows.
    @inlinable public static func _note(from reader: borrowing ObjectReader, as members: FoundMembers) throws
        -> Int
    {
        try members.add(Self.self, from: reader)
    }

    /// Adds objects to the members of their owners.
    @inlinable public static func _note(_ objects: [Self], as members: FoundMembers) {
        for object in objects { members.add(object) }
    }

    /// The values of objects, in their order.
    @inlinable public static func _snapshots(of objects: [Self]) -> [Snapshot] { objects.map(\.snapshot) }

    /// The bits by which objects are matched with snapshots.
    @inlinable public static func _matchBits(of objects: [Self], by matching: RowMatching) throws -> [KeyBits]
    {
        try matching.bits(of: objects)
    }

    /// The bits by which snapshots are matched with objects.
    @inlinable public static func _matchBits(of snapshots: [Snapshot], by matching: RowMatching) throws
        -> [KeyBits?]
    {
        try matching.bits(of: snapshots, Self.self)
    }

    /// The positions of the snapshots that differ from the object they match.
    @inlinable public static func _differing(
        _ snapshots: [Snapshot], from objects: [Self], _ matches: [Int], ignoring ignored: PropertySet
    ) -> [Int] {
        var positions: [Int] = []
        for position in matches.indices where matches[position] >= 0 {
            let differences = snapshots[position].differences(from: objects[matches[position]].snapshot)
            if !differences.subtracting(ignored).isEmpty { positions.append(position) }
        }
        return positions
    }

    /// Enters a context.
    @inlinable public func _enter(_ entry: ObjectEntry, alone: Bool) throws -> ObjectEntry.Outcome {
        try entry.enter(self, alone: alone)
    }

    /// The objects among some touched ones that a save in the background writes.
    @inlinable public static func _writtenObjects(among touched: ContiguousArray<any Model>) -> WrittenObjects
    {
        WrittenModelValues<Self>.objects(among: touched)
    }

    /// Adds the rows of a save in the background to those that a save writes; any thread may call it.
    @inlinable public static func _addChanges(of written: WrittenValues, to rows: inout PendingRows) {
        (written as? WrittenModelValues<Self>)?.addChanges(to: &rows)
    }

    /// Marks the objects of a save in the background as saved if nothing but edits has happened to them.
    @inlinable public static func _markSaved(_ written: WrittenObjects, in saved: inout SavedRows) {
        (written.values as? WrittenModelValues<Self>)?.markSaved(written, in: &saved)
    }

    /// The properties that have other values than in a snapshot; all for one of another model.
    @inlinable public func _differences(from other: any ModelSnapshot) -> PropertySet {
        (other as? Snapshot).map { snapshot.differences(from: $0) } ?? .all
    }
}
