/// A class whose objects are stored; `@Model` makes a `final class` conform.
///
/// An object belongs to one context and is not `Sendable`: use it only where you use its context. Values, an
/// ``ObjectID`` and a `Snapshot` can leave a unit of work. Do not write the conformance by hand.
///
/// In a text an object is the name of its class, so that logs hold no values. `dump` and debuggers show its key, its phase,
/// the changed properties and the values.
public protocol Model: DescribedModel, RowEncodable, CustomReflectable {
    /// The type of the primary key.
    associatedtype Key: ModelKey
    /// The properties as predicates, orders and projections name them.
    associatedtype Fields: ModelFields
    /// The stored properties as a value that can leave a unit of work.
    associatedtype Snapshot: ModelSnapshot where Snapshot.Object == Self

    /// The properties as predicates name them.
    static var fields: Fields { get }
    /// The name of the stored property or relationship that a key path reads; `nil` for any other.
    static func _propertyName(at path: PartialKeyPath<Self>) -> String?

    /// The framework's state of this object; programs leave it alone.
    ///
    /// Borrowed, so that reading a part of it copies nothing.
    @_borrowed var _objectState: ObjectState { get set }
    /// The primary key; a generated key is final once the object is inserted.
    var objectKey: Key { get }
    /// Sets the key generated at insertion.
    func _assignKey(_ key: Key)

    /// Makes an object from the current row of a cursor.
    init(_from row: borrowing Row) throws
    /// Overwrites every stored property from a row, without marking anything changed.
    func _overwrite(from row: borrowing Row) throws
    /// The key in the current row of a cursor.
    static func _key(in row: borrowing Row) throws -> Key
    /// The bits of the key in the current row of a cursor.
    static func _keyBits(in row: borrowing Row) throws -> KeyBits

    /// The stored properties as a value: relationships to one as keys, those to many left out.
    var snapshot: Snapshot { get }
    /// Makes a new object with the values of a snapshot; its relationships to one refer to others by key.
    ///
    /// Insert it as any other object. Properties that are not stored have their defaults.
    init(_ snapshot: Snapshot)
    /// Sets some properties from a snapshot, without marking anything changed.
    func _restore(_ properties: PropertySet, from snapshot: Snapshot)

    /// The reference of a relationship to one, by its position among those to one.
    func _reference(at position: Int) -> AnyReference
    /// Sets the reference of a relationship to one, without tracking or fix-up.
    func _setReference(_ reference: AnyReference, at position: Int)
    /// Whether attaching this object has to attach others: it refers to an object outside the context of an entry, or
    /// has a list of members.
    func _bringsOthers(to entry: ObjectEntry) -> Bool
    /// Replaces references to objects in the context of an entry by their keys.
    func _identifyTargets(in entry: ObjectEntry)
    /// The bits of the key that a relationship to one refers to; `nil` without one.
    func _referenceBits(at position: Int) -> KeyBits?
    /// The loaded members of a relationship to many, by its position among those to many.
    func _members(at position: Int) -> ToManyMembers?
    /// Sets the loaded members of a relationship to many.
    func _setMembers(_ members: ToManyMembers?, at position: Int)

    // MARK: Code that every model shares, specialized for it

    /// Makes or refreshes the objects of a reader's remaining rows.
    static func _objects(from reader: borrowing ObjectReader) throws -> [Self]
    /// Makes or refreshes the object of a reader's current row.
    static func _object(from reader: borrowing ObjectReader) throws -> Self
    /// The object with a key, from a context if it is loaded there, else from its store.
    static func _object(with key: Key, in graph: ObjectGraph) throws -> Self?
    /// The members of a loaded object's relationship to many, if their list has to be kept up to date.
    static func _members(
        of bits: KeyBits, at position: Int, among objects: LoadedObjects, epoch: Int
    ) -> ToManyMembers?
    /// Unloads unchanged objects that only the context holds: of all objects, or of those at some
    /// places.
    static func _sweep(_ objects: LoadedObjects, at places: [UInt32]?)
    /// Detaches and releases all objects.
    static func _detach(_ objects: LoadedObjects)
    /// Makes or refreshes the objects of a reader's remaining rows, and adds them to the members of their owners;
    /// returns the number of rows.
    static func _note(from reader: borrowing ObjectReader, as members: FoundMembers) throws -> Int
    /// Adds objects to the members of their owners.
    static func _note(_ objects: [Self], as members: FoundMembers)
    /// The values of objects, in their order.
    static func _snapshots(of objects: [Self]) -> [Snapshot]
    /// The bits by which objects are matched with snapshots.
    ///
    /// - Throws: ``GranaryError/Code/invalidValue`` for a value that no store can hold.
    static func _matchBits(of objects: [Self], by matching: RowMatching) throws -> [KeyBits]
    /// The bits by which snapshots are matched with objects; `nil` for a key that is yet to be generated, which matches
    /// none.
    ///
    /// - Throws: as for objects.
    static func _matchBits(of snapshots: [Snapshot], by matching: RowMatching) throws -> [KeyBits?]
    /// The positions of the snapshots that differ from the objects they match.
    ///
    /// `matches` has the position of each snapshot's object; a negative one where there is none.
    static func _differing(
        _ snapshots: [Snapshot], from objects: [Self], _ matches: [Int], ignoring ignored: PropertySet
    ) -> [Int]
    /// Enters a context; where it is to enter alone, only when it brings no others.
    func _enter(_ entry: ObjectEntry, alone: Bool) throws -> ObjectEntry.Outcome
    /// Adds the object's row to those that a save writes.
    func _addChanges(to rows: inout PendingRows)
    /// Adds the object's values to those that observers of a save get.
    func _addValues(to changes: inout ChangeCollector<Self>)
    /// Hands some touched objects over to a save in the background.
    static func _writtenObjects(among touched: ContiguousArray<any Model>) -> WrittenObjects
    /// Adds the rows of a save in the background to those that a save writes; any thread may call it.
    static func _addChanges(of written: WrittenValues, to rows: inout PendingRows)
    /// Marks the objects of a save in the background as saved if nothing but edits has happened to them.
    static func _markSaved(_ written: WrittenObjects, in saved: inout SavedRows)
    /// The properties that have other values than in a snapshot; all for one of another model.
    func _differences(from snapshot: any ModelSnapshot) -> PropertySet
    /// Marks the object as saved; false if it is deleted.
    func _markSaved(in saved: inout SavedRows) -> Bool
}

extension ModelSnapshot {
    /// ``differences(from:)`` where the type is not known; a snapshot of another model differs in everything.
    package func differences(fromAny other: any ModelSnapshot) -> PropertySet {
        (other as? Self).map(differences(from:)) ?? .all
    }
}

extension Model {
    /// The bits of the key, read as a key.
    public static func _keyBits(in row: borrowing Row) throws -> KeyBits { try _key(in: row).keyBits }

    /// The bits of the key, made of the key without its type.
    public func _referenceBits(at position: Int) -> KeyBits? {
        if case .key(let key) = _reference(at: position) { key.bits } else { nil }
    }
}
