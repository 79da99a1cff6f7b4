/// The stored properties of an object as a value: it can be sent anywhere, compared, changed and coded.
///
/// Two snapshots are equal if they are stored alike: text by its bytes, and collections by their elements.
public protocol ModelSnapshot: Sendable, Codable, Equatable {
    /// The model that the snapshot is of.
    associatedtype Object: Model where Object.Snapshot == Self

    /// The identity of the object; for one that was not inserted, of the key it had.
    var objectID: ObjectID<Object> { get }

    /// Writes the columns of some properties, as ``RowEncodable`` does.
    @_documentation(visibility: private)
    func encode(_ properties: PropertySet, of entity: Entity, into writer: any ColumnWriter) throws
    /// The properties that have other values in another snapshot.
    ///
    /// Structured values are the same if they are equal and stored alike; the order in which the elements of sets and
    /// dictionaries are written does not count.
    @_documentation(visibility: private)
    func differences(from other: Self) -> PropertySet
    /// The default of a property that is declared with one that is no literal; an enumeration's raw value.
    static func _declaredDefault(of property: String) -> (any Sendable)?
}

extension ModelSnapshot {
    /// None: all defaults are literals, which the schema has.
    public static func _declaredDefault(of property: String) -> (any Sendable)? { nil }

    /// Whether two snapshots are stored alike.
    public static func == (left: Self, right: Self) -> Bool { left.differences(from: right).isEmpty }
}
