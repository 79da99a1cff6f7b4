/// A class whose objects are stored; `@Model` makes a `final class` conform.
///
/// An object belongs to one context and is not `Sendable`: use it only where you use its context. Values, an
/// ``ObjectID`` and a `Snapshot` can leave a unit of work. Do not write the conformance by hand.
public protocol Model: DescribedModel, RowEncodable {
    /// The type of the primary key.
    associatedtype Key: ModelKey
    /// The properties as predicates, orders and projections name them.
    associatedtype Fields: ModelFields
    /// The stored properties as a value that can leave a unit of work.
    associatedtype Snapshot: ModelSnapshot where Snapshot.Object == Self

    /// The properties as predicates name them.
    static var fields: Fields { get }
    /// The name of the stored property or relationship that a key path reads; `nil` for any other.
    @_documentation(visibility: private)
    static func propertyName(at path: PartialKeyPath<Self>) -> String?

    /// The framework's state of this object; programs leave it alone.
    ///
    /// Borrowed, so that reading a part of it copies nothing.
    @_documentation(visibility: private)
    @_borrowed var objectState: ObjectState { get set }
    /// The primary key; a generated key is final once the object is inserted.
    var objectKey: Key { get }
    /// Sets the key generated at insertion.
    @_documentation(visibility: private)
    func assignKey(_ key: Key)

    /// Makes an object from the current row of a cursor.
    @_documentation(visibility: private)
    init(from row: borrowing Row) throws
    /// Overwrites every stored property from a row, without marking anything changed.
    @_documentation(visibility: private)
    func overwrite(from row: borrowing Row) throws
    /// The key in the current row of a cursor.
    @_documentation(visibility: private)
    static func key(in row: borrowing Row) throws -> Key
    /// The bits of the key in the current row of a cursor.
    @_documentation(visibility: private)
    static func keyBits(in row: borrowing Row) throws -> KeyBits

    /// The stored properties as a value: relationships to one as keys, those to many left out.
    var snapshot: Snapshot { get }
    /// Makes a new object with the values of a snapshot; its relationships to one refer to others by key.
    ///
    /// Insert it as any other object. Properties that are not stored have their defaults.
    init(_ snapshot: Snapshot)
    /// Sets some properties from a snapshot, without marking anything changed.
    @_documentation(visibility: private)
    func restore(_ properties: PropertySet, from snapshot: Snapshot)

    /// The reference of a relationship to one, by its position among those to one.
    @_documentation(visibility: private)
    func reference(at position: Int) -> AnyReference
    /// Sets the reference of a relationship to one, without tracking or fix-up.
    @_documentation(visibility: private)
    func setReference(_ reference: AnyReference, at position: Int)
    /// Whether attaching this object has to attach others: it refers to an object outside the context of an entry, or
    /// has a list of members.
    @_documentation(visibility: private)
    func bringsOthers(to entry: ObjectEntry) -> Bool
    /// Replaces references to objects in the context of an entry by their keys.
    @_documentation(visibility: private)
    func identifyTargets(in entry: ObjectEntry)
    /// The bits of the key that a relationship to one refers to; `nil` without one.
    @_documentation(visibility: private)
    func referenceBits(at position: Int) -> KeyBits?
    /// The loaded members of a relationship to many, by its position among those to many.
    @_documentation(visibility: private)
    func members(at position: Int) -> ToManyMembers?
    /// Sets the loaded members of a relationship to many.
    @_documentation(visibility: private)
    func setMembers(_ members: ToManyMembers?, at position: Int)

    // MARK: Code that every model shares, specialized for it

    /// Makes or refreshes the objects of a reader's remaining rows.
    @_documentation(visibility: private)
    static func objects(from reader: borrowing ObjectReader) throws -> [Self]
    /// Makes or refreshes the object of a reader's current row.
    @_documentation(visibility: private)
    static func object(from reader: borrowing ObjectReader) throws -> Self
    /// The object with a key, from a context if it is loaded there, else from its store.
    @_documentation(visibility: private)
    static func object(with key: Key, in graph: ObjectGraph) throws -> Self?
    /// The members of a loaded object's relationship to many, if their list has to be kept up to date.
    @_documentation(visibility: private)
    static func members(
        of bits: KeyBits, at position: Int, among objects: LoadedObjects, epoch: Int
    ) -> ToManyMembers?
    /// Unloads unchanged objects that only the context holds: of all objects, or of those at some
    /// places.
    @_documentation(visibility: private)
    static func sweep(_ objects: LoadedObjects, at places: [UInt32]?)
    /// Detaches and releases all objects.
    @_documentation(visibility: private)
    static func detach(_ objects: LoadedObjects)
    /// Makes or refreshes the objects of a reader's remaining rows, and adds them to the members of their owners;
    /// returns the number of rows.
    @_documentation(visibility: private)
    static func note(from reader: borrowing ObjectReader, as members: FoundMembers) throws -> Int
    /// Adds objects to the members of their owners.
    @_documentation(visibility: private)
    static func note(_ objects: [Self], as members: FoundMembers)
    /// The bits by which objects are matched with snapshots.
    ///
    /// - Throws: ``GranaryError/Code/invalidValue`` for a value that no store can hold.
    @_documentation(visibility: private)
    static func matchBits(of objects: [Self], by matching: RowMatching) throws -> [KeyBits]
    /// The bits by which snapshots are matched with objects; `nil` for a key that is yet to be generated, which matches
    /// none.
    ///
    /// - Throws: as for objects.
    @_documentation(visibility: private)
    static func matchBits(of snapshots: [Snapshot], by matching: RowMatching) throws -> [KeyBits?]
    /// The positions of the snapshots that differ from the objects they match.
    ///
    /// `matches` has the position of each snapshot's object; a negative one where there is none.
    @_documentation(visibility: private)
    static func differing(
        _ snapshots: [Snapshot], from objects: [Self], _ matches: [Int], ignoring ignored: PropertySet
    ) -> [Int]
    /// Enters a context; where it is to enter alone, only when it brings no others.
    @_documentation(visibility: private)
    func enter(_ entry: ObjectEntry, alone: Bool) throws -> ObjectEntry.Outcome
    /// Adds the object's row to those that a save writes.
    @_documentation(visibility: private)
    func addChanges(to rows: inout PendingRows)
    /// Adds the object's values to those that observers of a save get.
    @_documentation(visibility: private)
    func addValues(to changes: inout ChangeCollector<Self>)
    /// Hands some touched objects over to a save in the background.
    @_documentation(visibility: private)
    static func handOver(_ touched: ContiguousArray<any Model>) -> HandedObjects
    /// Adds the rows of objects that were handed over to those that a save writes; any thread may call it.
    @_documentation(visibility: private)
    static func addChanges(of handed: HandedValues, to rows: inout PendingRows)
    /// Marks handed over objects saved, as far as nothing but edits has happened to them.
    @_documentation(visibility: private)
    static func markSaved(_ handed: HandedObjects, in saved: inout SavedRows)
    /// The properties that have other values than in a snapshot; all for one of another model.
    @_documentation(visibility: private)
    func differences(from snapshot: any ModelSnapshot) -> PropertySet
    /// Marks the object as saved; false if it is deleted.
    @_documentation(visibility: private)
    func markSaved(in saved: inout SavedRows) -> Bool
}

extension ModelSnapshot {
    /// ``differences(from:)`` where the type is not known; a snapshot of another model differs in everything.
    package func differences(fromAny other: any ModelSnapshot) -> PropertySet {
        (other as? Self).map(differences(from:)) ?? .all
    }
}

extension Model {
    /// The bits of the key, read as a key.
    @_documentation(visibility: private)
    public static func keyBits(in row: borrowing Row) throws -> KeyBits { try key(in: row).keyBits }

    /// The bits of the key, made of the key without its type.
    @_documentation(visibility: private)
    public func referenceBits(at position: Int) -> KeyBits? {
        if case .key(let key) = reference(at: position) { key.bits } else { nil }
    }
}
