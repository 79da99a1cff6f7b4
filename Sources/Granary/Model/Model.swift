/// A class whose objects are stored; `@Model` makes a `final class` conform.
///
/// Objects belong to one context and are not `Sendable`: they are used where their context is used. What leaves
/// a unit of work are values, ``ObjectID`` and `Snapshot`. Write the conformance by hand only to understand it.
public protocol Model: RowEncodable, SendableMetatype {
    /// The type of the primary key.
    associatedtype Key: ModelKey
    /// The properties as predicates, orders and projections name them.
    associatedtype Fields: ModelFields
    /// The stored properties as a value that can leave a unit of work.
    associatedtype Snapshot: ModelSnapshot

    /// What the model declares.
    static var modelDescription: ModelDescription { get }
    /// The properties as predicates name them.
    static var fields: Fields { get }
    /// The name of the stored property or relationship that a key path reads; `nil` for any other.
    @_documentation(visibility: private)
    static func propertyName(at path: PartialKeyPath<Self>) -> String?

    /// What the framework keeps about this object; programs leave it alone.
    ///
    /// Borrowed, so that looking at a part of it copies nothing.
    @_documentation(visibility: private)
    @_borrowed var objectState: ObjectState { get set }
    /// The primary key. Keys that the framework makes are final once the object is inserted.
    var objectKey: Key { get }
    /// Gives the object the key made for it at insertion.
    @_documentation(visibility: private)
    func assignKey(_ key: Key)

    /// Makes an object from the row a cursor stands on.
    @_documentation(visibility: private)
    init(from row: borrowing Row) throws
    /// Overwrites every stored property from a row, without marking anything changed.
    @_documentation(visibility: private)
    func overwrite(from row: borrowing Row) throws
    /// The key in the row a cursor stands on.
    @_documentation(visibility: private)
    static func key(in row: borrowing Row) throws -> Key
    /// The bits of the key in the row a cursor stands on.
    @_documentation(visibility: private)
    static func keyBits(in row: borrowing Row) throws -> KeyBits

    /// The stored properties as a value: relationships to one as keys, those to many left out.
    var snapshot: Snapshot { get }
    /// Sets some properties from a snapshot, without marking anything changed.
    @_documentation(visibility: private)
    func restore(_ properties: PropertySet, from snapshot: Snapshot)

    /// What a relationship to one refers to, by its position among those to one.
    @_documentation(visibility: private)
    func reference(at position: Int) -> AnyReference
    /// Sets what a relationship to one refers to, without tracking or inverse fix-up.
    @_documentation(visibility: private)
    func setReference(_ reference: AnyReference, at position: Int)
    /// Whether this object, which is in no context, refers to one that is not in the context of an entry, or has a
    /// list of members.
    @_documentation(visibility: private)
    func bringsOthers(to entry: ObjectEntry) -> Bool
    /// Makes the relationships to one that lead to objects in the context of an entry refer to their keys.
    @_documentation(visibility: private)
    func identifyTargets(in entry: ObjectEntry)
    /// The bits of the key a relationship to one refers to; `nil` when it refers to none.
    @_documentation(visibility: private)
    func referenceBits(at position: Int) -> KeyBits?
    /// What is loaded of a relationship to many, by its position among those to many.
    @_documentation(visibility: private)
    func members(at position: Int) -> ToManyMembers?
    /// Sets what is loaded of a relationship to many.
    @_documentation(visibility: private)
    func setMembers(_ members: ToManyMembers?, at position: Int)

    // MARK: What every model does alike, in code compiled for it

    /// Makes or refreshes the objects of all rows that a reader has left.
    @_documentation(visibility: private)
    static func objects(from reader: borrowing ObjectReader) throws -> [Self]
    /// Makes or refreshes the object of the row that a reader stands on.
    @_documentation(visibility: private)
    static func object(from reader: borrowing ObjectReader) throws -> Self
    /// The object with a key, from a context if it is loaded there, else from its store.
    @_documentation(visibility: private)
    static func object(with key: Key, in context: ManagedContext) throws -> Self?
    /// The members of a relationship to many of a loaded object, where they have to be kept up to date.
    @_documentation(visibility: private)
    static func members(
        of bits: KeyBits, at position: Int, among objects: LoadedObjects, epoch: Int
    ) -> ToManyMembers?
    /// Lets go of the stored objects without changes that nobody else holds; among all, or among those at some
    /// places.
    @_documentation(visibility: private)
    static func sweep(_ objects: LoadedObjects, at places: [UInt32]?)
    /// Marks all objects detached and lets go of them.
    @_documentation(visibility: private)
    static func detach(_ objects: LoadedObjects)
    /// Makes or refreshes the objects of all rows that a reader has left, and notes them as members of the owners
    /// they refer to; how many rows there were.
    @_documentation(visibility: private)
    static func note(from reader: borrowing ObjectReader, as members: FoundMembers) throws -> Int
    /// Notes objects as members of the owners they refer to.
    @_documentation(visibility: private)
    static func note(_ objects: [Self], as members: FoundMembers)
    /// Enters a context; where it is to enter alone, only when it brings no others.
    @_documentation(visibility: private)
    func enter(_ entry: ObjectEntry, alone: Bool) throws -> ObjectEntry.Outcome
    /// Adds what a save has to write for the object.
    @_documentation(visibility: private)
    func addChanges(to rows: inout PendingRows)
    /// Notes that the object is saved; false for one that is deleted.
    @_documentation(visibility: private)
    func markSaved(in saved: inout SavedRows) -> Bool
}

/// The names a model's predicates use; one shared value per model.
public protocol ModelFields: Sendable {
    /// Makes the names.
    @_documentation(visibility: private)
    init()
}

/// The stored properties of an object as a value.
public protocol ModelSnapshot: Sendable, Codable {
    /// Writes the columns of some properties, as ``RowEncodable`` does.
    @_documentation(visibility: private)
    func encode(_ properties: PropertySet, of entity: Entity, into writer: any ColumnWriter) throws
    /// The properties that have other values in another snapshot.
    ///
    /// Structured values are compared by `==`: equal sets and dictionaries may be written in different orders.
    @_documentation(visibility: private)
    func differences(from other: Self) -> PropertySet
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
