/// What each model does for the framework in the same way.
///
/// These are requirements only so that every model has compiled code of its own for them; nobody implements
/// them differently.
extension Model {
    /// Makes or refreshes the objects of all rows that a reader has left.
    @_documentation(visibility: private)
    @inlinable public static func objects(from reader: borrowing ObjectReader) throws -> [Self] {
        try reader.objects(Self.self)
    }

    /// Makes or refreshes the object of the row that a reader stands on.
    @_documentation(visibility: private)
    @inlinable public static func object(from reader: borrowing ObjectReader) throws -> Self {
        try reader.object(Self.self)
    }

    /// The object with a key, from a context if it is loaded there, else from its store.
    @_documentation(visibility: private)
    @inlinable public static func object(with key: Key, in context: ManagedContext) throws -> Self? {
        try context.object(Self.self, with: key)
    }

    /// The members of a relationship to many of a loaded object, where they have to be kept up to date.
    @_documentation(visibility: private)
    @inlinable public static func members(
        of bits: KeyBits, at position: Int, among objects: LoadedObjects, epoch: Int
    ) -> ToManyMembers? { objects.members(of: bits, at: position, Self.self, epoch: epoch) }

    /// Lets go of the stored objects without changes that nobody else holds; among all, or among those at some
    /// places.
    @_documentation(visibility: private)
    @inlinable public static func sweep(_ objects: LoadedObjects, at places: [UInt32]?) {
        objects.sweep(Self.self, places)
    }

    /// Marks all objects detached and lets go of them.
    @_documentation(visibility: private)
    @inlinable public static func detach(_ objects: LoadedObjects) { objects.detach(Self.self) }

    /// Makes or refreshes the objects of all rows that a reader has left, and notes them as members of the owners
    /// they refer to; how many rows there were.
    @_documentation(visibility: private)
    @inlinable public static func note(from reader: borrowing ObjectReader, as members: FoundMembers) throws
        -> Int
    {
        try members.note(Self.self, from: reader)
    }

    /// Notes objects as members of the owners they refer to.
    @_documentation(visibility: private)
    @inlinable public static func note(_ objects: [Self], as members: FoundMembers) {
        for object in objects { members.note(object) }
    }

    /// Enters a context.
    @_documentation(visibility: private)
    @inlinable public func enter(_ entry: ObjectEntry, alone: Bool) throws -> ObjectEntry.Outcome {
        try entry.enter(self, alone: alone)
    }

    /// Adds what a save has to write for the object.
    @_documentation(visibility: private)
    @inlinable public func addChanges(to rows: inout PendingRows) { rows.add(self) }

    /// Notes that the object is saved; false for one that is deleted.
    @_documentation(visibility: private)
    @inlinable public func markSaved(in saved: inout SavedRows) -> Bool { saved.markSaved(self) }
}
