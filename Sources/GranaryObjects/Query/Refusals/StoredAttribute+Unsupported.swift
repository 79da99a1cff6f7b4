/// The value that an attribute begins with, for the generated initialisers: chosen by what a store can hold.
///
/// Where no store can hold the type, the compiler's error is at the property, and names the remedy. It is the only one:
/// what stands for such a type elsewhere says nothing.
extension _StoredAttribute {
    /// A value with a column type of its own, as the store will return it.
    @inlinable public static func initial<T: AttributeValue>(_ value: T) -> T { value._asStored }
    /// An enumeration.
    @inlinable public static func initial<T: RawRepresentable & Sendable>(_ value: T) -> T
    where T.RawValue: AttributeValue { value }
    /// An optional enumeration.
    @inlinable public static func initial<T: RawRepresentable & Sendable>(_ value: T?) -> T?
    where T.RawValue: AttributeValue { value }
    /// A structured value.
    @_disfavoredOverload
    @inlinable public static func initial<T: Codable & Sendable & Equatable>(_ value: T) -> T { value }

    /// A part of the primary key, as the store will return it.
    @inlinable public static func initialKey<T: AttributeValue>(_ value: T) -> T { value._asStored }
    /// Refuses a type of keys.
    @_disfavoredOverload
    @available(
        *, unavailable,
        message:
            "A primary key is an integer, a UUID or a String. Keep an enumeration as its raw value, and a type of your own in an attribute beside the key."
    )
    public static func initialKey<T>(_ value: T) -> T { value }

    /// Refuses a relationship to one that is not marked.
    @available(
        *, unavailable,
        message:
            "A property that refers to a model is a relationship. Mark it, and make it optional: '@Relationship var owner: Owner?'."
    )
    public static func initial<T: Model>(_ value: T) -> T { value }
    /// Refuses a relationship to one that is not marked.
    @available(
        *, unavailable,
        message: "A property that refers to a model is a relationship. Mark it with '@Relationship'."
    )
    public static func initial<T: Model>(_ value: T?) -> T? { value }
    /// Refuses a relationship to many that is not marked.
    @available(
        *, unavailable,
        message:
            "Several objects of a model are a relationship to many. Write '@Relationship(inverse: \\Book.owner) var books: ToMany<Book>', and '@Relationship var owner: Owner?' in the other model."
    )
    public static func initial<T: Sequence>(_ value: T) -> T where T.Element: Model { value }
    /// Refuses a relationship to many that is not marked.
    @available(
        *, unavailable,
        message:
            "Several objects of a model are a relationship to many. Write '@Relationship(inverse: \\Book.owner) var books: ToMany<Book>', and '@Relationship var owner: Owner?' in the other model."
    )
    public static func initial<T: Sequence>(_ value: T?) -> T? where T.Element: Model { value }
    /// Refuses a type.
    @available(
        *, unavailable,
        message:
            "No store can hold an attribute of this type. It must be Codable, Sendable and Equatable, or an enumeration with raw values; a property that is not to be stored is marked '@Transient'."
    )
    public static func initial<T>(_ value: T) -> T { value }
}

/// What stands for an attribute of a type that no store can hold, in a program that does not compile.
extension _StoredAttribute {
    /// Stands for the description of an attribute.
    @_disfavoredOverload
    public static func type<T>(of type: T.Type) -> (AttributeType, isOptional: Bool) { (.json, false) }
    /// Stands for the value of a default.
    @_disfavoredOverload
    public static func value<T>(_ value: T) throws -> Value { throw unsupported }
    /// Stands for the comparison of attributes.
    @_disfavoredOverload
    public static func isSame<T>(_ left: T, _ right: T) -> Bool { false }
    /// Stands for the writing of an attribute.
    @_disfavoredOverload
    public static func encode<T>(_ value: T, into writer: any ColumnWriter, at column: Int) throws {
        throw unsupported
    }
    /// Stands for the coding of an attribute.
    @_disfavoredOverload
    public static func encode<T, Name: CodingKey>(
        _ value: T, into container: inout KeyedEncodingContainer<Name>, forKey name: Name
    ) throws { throw unsupported }
    /// Stands for the decoding of an attribute.
    @_disfavoredOverload
    public static func decode<T, Name: CodingKey>(
        _ type: T.Type, from container: KeyedDecodingContainer<Name>, forKey name: Name
    ) throws -> T { throw unsupported }

    fileprivate static var unsupported: GranaryError {
        GranaryError(.unsupported, "No store can hold an attribute of this type.")
    }
}

extension Row {
    /// Stands for the reading of an attribute.
    @_disfavoredOverload
    public func decode<T>(_ type: T.Type, at column: Int) throws -> T { throw _StoredAttribute.unsupported }
}

extension _Field {
    /// Stands for the field of an attribute.
    @_disfavoredOverload
    public static func attribute<Root: Model, T>(
        _ name: String, of root: Root.Type, as type: T.Type
    ) -> StructuredField<Root, Never> { StructuredField(.attribute(path: [], name: name)) }
}

extension _EmbeddedPart {
    /// Refuses a type.
    @available(
        *, unavailable,
        message: """
            No store can hold a part of this type. It must be Codable, Sendable and Equatable; models are related to models, \
            not embedded.
            """
    )
    public static func part<Owner: Embedded, T>(
        _ name: String, of owner: Owner.Type, as type: T.Type
    ) -> StructuredField<Owner, Never> { StructuredField(.literal(.null)) }
}

extension RelationshipDescription {
    /// Refuses an inverse that does not lead back.
    @available(
        *, unavailable,
        message: """
            The inverse must be a relationship of the destination that leads back to this model: 'Owner?', or \
            'ToMany<Owner>', marked '@Relationship'.
            """
    )
    public static func inverse<Owner: Model, Target, Value>(
        _ name: String, _ path: KeyPath<Target, Value>, of owner: Owner.Type
    ) -> String { name }
}
