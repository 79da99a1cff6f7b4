/// The compiler's error for an attribute of a type that no store can hold: these overloads are chosen when nothing else
/// fits.
extension _StoredAttribute {
    /// Refuses a type.
    @available(
        *, unavailable,
        message: """
            No store can hold an attribute of this type. It must be Codable, Sendable and Equatable; a property that refers \
            to a model is marked @Relationship.
            """
    )
    public static func type<T>(of type: T.Type) -> (AttributeType, isOptional: Bool) { (.json, false) }

    /// Refuses a type.
    @available(
        *, unavailable,
        message: """
            No store can hold an attribute of this type. It must be Codable, Sendable and Equatable; a property that refers \
            to a model is marked @Relationship.
            """
    )
    public static func isSame<T>(_ left: T, _ right: T) -> Bool { false }

    /// Refuses a type.
    @available(
        *, unavailable,
        message: """
            No store can hold an attribute of this type. It must be Codable, Sendable and Equatable; a property that refers \
            to a model is marked @Relationship.
            """
    )
    public static func encode<T>(_ value: T, into writer: any ColumnWriter, at column: Int) throws {}

    /// Refuses a type.
    @available(
        *, unavailable,
        message: """
            No store can hold an attribute of this type. It must be Codable, Sendable and Equatable; a property that refers \
            to a model is marked @Relationship.
            """
    )
    public static func encode<T, Name: CodingKey>(
        _ value: T, into container: inout KeyedEncodingContainer<Name>, forKey name: Name
    ) throws {}

    /// Refuses a type.
    @available(
        *, unavailable,
        message: """
            No store can hold an attribute of this type. It must be Codable, Sendable and Equatable; a property that refers \
            to a model is marked @Relationship.
            """
    )
    public static func decode<T, Name: CodingKey>(
        _ type: T.Type, from container: KeyedDecodingContainer<Name>, forKey name: Name
    ) throws -> T { throw unsupported }

    fileprivate static var unsupported: GranaryError {
        GranaryError(.unsupported, "No store can hold an attribute of this type.")
    }
}

extension Row {
    /// Refuses a type.
    @available(
        *, unavailable,
        message: """
            No store can hold an attribute of this type. It must be Codable, Sendable and Equatable; a property that refers \
            to a model is marked @Relationship.
            """
    )
    public func decode<T>(_ type: T.Type, at column: Int) throws -> T { throw _StoredAttribute.unsupported }
}

extension _Field {
    /// Refuses a type.
    @available(
        *, unavailable,
        message: """
            No store can hold an attribute of this type. It must be Codable, Sendable and Equatable; a property that refers \
            to a model is marked @Relationship.
            """
    )
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
            The inverse must be a relationship of the destination that leads back to this model.
            """
    )
    public static func inverse<Owner: Model, Target, Value>(
        _ name: String, _ path: KeyPath<Target, Value>, of owner: Owner.Type
    ) -> String { name }
}
