/// Code that every model shares.
///
/// These are requirements only so that the compiler specializes them for every model; no model implements
/// them differently.
extension Model {
    /// Makes or refreshes the objects of a reader's remaining rows.
    @_documentation(visibility: private)
    @inlinable public static func objects(from reader: borrowing ObjectReader) throws -> [Self] {
        try reader.objects(Self.self)
    }

    /// Makes or refreshes the object of a reader's current row.
    @_documentation(visibility: private)
    @inlinable public static func object(from reader: borrowing ObjectReader) throws -> Self {
        try reader.object(Self.self)
    }

    /// The object with a key, from a graph if it is loaded there, else from its store.
    @_documentation(visibility: private)
    @inlinable public static func object(with key: Key, in graph: ObjectGraph) throws -> Self? {
        try graph.lookup.object(Self.self, with: key)
    }

    /// The members of a loaded object's relationship to many, if their list has to be kept up to date.
    @_documentation(visibility: private)
    @inlinable public static func members(
        of bits: KeyBits, at position: Int, among objects: LoadedObjects, epoch: Int
    ) -> ToManyMembers? { objects.members(of: bits, at: position, Self.self, epoch: epoch) }

    /// Unloads unchanged objects that only the context holds: of all objects, or of those at some
    /// places.
    @_documentation(visibility: private)
    @inlinable public static func sweep(_ objects: LoadedObjects, at places: [UInt32]?) {
        objects.sweep(Self.self, places)
    }

    /// Detaches and releases all objects.
    @_documentation(visibility: private)
    @inlinable public static func detach(_ objects: LoadedObjects) { objects.detach(Self.self) }

    /// Makes or refreshes the objects of a reader's remaining rows, and adds them to the members of their owners;
    /// returns the number of rows.
    @_documentation(visibility: private)
    @inlinable public static func note(from reader: borrowing ObjectReader, as members: FoundMembers) throws
        -> Int
    {
        try members.note(Self.self, from: reader)
    }

    /// Adds objects to the members of their owners.
    @_documentation(visibility: private)
    @inlinable public static func note(_ objects: [Self], as members: FoundMembers) {
        for object in objects { members.note(object) }
    }

    /// The bits by which objects are matched with snapshots.
    @_documentation(visibility: private)
    @inlinable public static func matchBits(of objects: [Self], by matching: RowMatching) throws -> [KeyBits]
    {
        try matching.bits(of: objects)
    }

    /// The bits by which snapshots are matched with objects.
    @_documentation(visibility: private)
    @inlinable public static func matchBits(of snapshots: [Snapshot], by matching: RowMatching) throws
        -> [KeyBits?]
    {
        try matching.bits(of: snapshots, Self.self)
    }

    /// The positions of the snapshots that differ from the object they match.
    @_documentation(visibility: private)
    @inlinable public static func differing(
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
    @_documentation(visibility: private)
    @inlinable public func enter(_ entry: ObjectEntry, alone: Bool) throws -> ObjectEntry.Outcome {
        try entry.enter(self, alone: alone)
    }

    /// Adds the object's row to those that a save writes.
    @_documentation(visibility: private)
    @inlinable public func addChanges(to rows: inout PendingRows) { rows.add(self) }

    /// Adds the object's values to those that observers of a save get.
    @_documentation(visibility: private)
    @inlinable public func addValues(to changes: inout ChangeCollector<Self>) { changes.add(self) }

    /// Hands some touched objects over to a save in the background.
    @_documentation(visibility: private)
    @inlinable public static func handOver(_ touched: ContiguousArray<any Model>) -> HandedObjects {
        HandedModelValues<Self>.handOver(touched)
    }

    /// Adds the rows of objects that were handed over to those that a save writes; any thread may call it.
    @_documentation(visibility: private)
    @inlinable public static func addChanges(of handed: HandedValues, to rows: inout PendingRows) {
        (handed as? HandedModelValues<Self>)?.addChanges(to: &rows)
    }

    /// Marks handed over objects saved, as far as nothing but edits has happened to them.
    @_documentation(visibility: private)
    @inlinable public static func markSaved(_ handed: HandedObjects, in saved: inout SavedRows) {
        (handed.values as? HandedModelValues<Self>)?.markSaved(handed, in: &saved)
    }

    /// The properties that have other values than in a snapshot; all for one of another model.
    @_documentation(visibility: private)
    @inlinable public func differences(from other: any ModelSnapshot) -> PropertySet {
        (other as? Snapshot).map { snapshot.differences(from: $0) } ?? .all
    }

    /// Marks the object as saved; false if it is deleted.
    @_documentation(visibility: private)
    @inlinable public func markSaved(in saved: inout SavedRows) -> Bool { saved.markSaved(self) }
}
