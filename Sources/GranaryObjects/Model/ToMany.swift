/// A relationship to many: a collection that loads at the first access, for all objects fetched
/// together.
///
/// Objects come in the order of their keys when loaded; objects added since follow in the order of adding.
/// The other side of the relationship is kept in step at once; for an owner that is not inserted, at its
/// insertion. When loading fails the collection reads as empty and the context keeps the error. Once the owner's context
/// is gone, it reads as empty too, which `PersistentStack.errors` and the log report.
public struct ToMany<Target: Model> {
    let owner: any Model
    let position: Int

    /// Makes the collection of an owner's relationship, by its position among those to many.
    public init(_owner owner: any Model, position: Int) {
        self.owner = owner
        self.position = position
    }

    private var graph: ObjectGraph? { owner._objectState.batch?.link.graph }

    private var members: ToManyMembers {
        func find<Owner: Model>(_ owner: Owner) -> ToManyMembers {
            if let graph { return graph.lists.loadedMembers(of: owner, at: position) }
            owner.reportUnheldToMany(at: position)
            return ToManyFixup.transientMembers(owner, position)
        }
        return find(owner)
    }

    /// Adds an object; nothing happens when it is a member.
    ///
    /// An object that is not inserted is inserted with its owner.
    public func append(_ object: Target) {
        ToManyFixup.add(object, to: owner, at: position)
    }

    /// Adds objects.
    public func append(contentsOf objects: some Sequence<Target>) {
        for object in objects { append(object) }
    }

    /// Removes an object; nothing happens when it is no member.
    ///
    /// The object itself stays, unless the relationship says ``RelationshipOption/deletingRemoved``: then the next save
    /// deletes it, if it has no other owner by then.
    public func remove(_ object: Target) {
        ToManyFixup.remove(object, from: owner, at: position)
    }

    /// Removes every object, as ``remove(_:)`` does.
    ///
    /// Complexity: O(members).
    public func removeAll() { ToManyFixup.remove(Array(self), from: owner, at: position) }

    /// Makes these objects the members, and no others.
    public func replace(with objects: some Sequence<Target>) {
        let wanted = Array(objects)
        let identities = Set(wanted.map { ObjectIdentifier($0) })
        let leaving = filter { !identities.contains(ObjectIdentifier($0)) }
        ToManyFixup.remove(leaving, from: owner, at: position)
        append(contentsOf: wanted)
    }

    /// Whether an object is a member.
    ///
    /// Complexity: O(1) once loaded.
    public func contains(_ object: Target) -> Bool { members.contains(object) }
}

extension ToMany: RandomAccessCollection {
    /// The position of the first object.
    public var startIndex: Int { 0 }
    /// The position after the last object.
    public var endIndex: Int { members.count }
    /// The object at a position from `startIndex` up to `endIndex`.
    public subscript(index: Int) -> Target {
        unsafeDowncast(members.model(at: index), to: Target.self)  // safe: members are of this type.
    }

    /// The objects at some positions, as a copy that later changes do not affect.
    ///
    /// Complexity: O(members).
    public subscript(bounds: Range<Int>) -> ArraySlice<Target> { Array(self)[bounds] }

    /// The results of a closure for the current objects; the closure may change the relationship.
    public func map<T, Failure: Error>(_ transform: (Target) throws(Failure) -> T) throws(Failure) -> [T] {
        try Array(self).map(transform)
    }

    /// Iterates over the current objects; the loop may change the relationship.
    public func makeIterator() -> Iterator { Iterator(models: members.models) }

    /// Iterates over the objects of a relationship to many.
    @frozen public struct Iterator: IteratorProtocol {
        @usableFromInline let models: ContiguousArray<any Model>
        @usableFromInline var index = 0

        init(models: ContiguousArray<any Model>) { self.models = models }

        /// The next object.
        @inlinable public mutating func next() -> Target? {
            guard index < models.count else { return nil }
            defer { index += 1 }
            return unsafeDowncast(models[index], to: Target.self)  // safe: members are of this type.
        }
    }
}
