/// Values of several objects as if there were one; the compiler says what to write.
///
/// Without them it may find no words for such a query.
extension ToManyField {
    /// Refuses an attribute of the objects.
    @_documentation(visibility: private)
    @available(
        *, unavailable,
        message:
            "There may be several objects. Write '$0.roles.any { $0.fee > 100 }', also 'all' and 'none', or calculate with them: '$0.roles.sum { $0.fee }'."
    )
    public subscript<V>(
        dynamicMember member: KeyPath<Target.Fields, TypedExpression<Target, V>>
    ) -> TypedExpression<Root, V> {
        TypedExpression(.literal(.null), coding: Target.fields[keyPath: member].coding)
    }
    /// Refuses a structured attribute of the objects.
    @_documentation(visibility: private)
    @available(
        *, unavailable,
        message:
            "There may be several objects. Write '$0.roles.any { $0.fee > 100 }', also 'all' and 'none', or calculate with them: '$0.roles.sum { $0.fee }'."
    )
    public subscript<V>(
        dynamicMember member: KeyPath<Target.Fields, StructuredField<Target, V>>
    ) -> StructuredField<Root, V> { StructuredField(.literal(.null)) }
    /// Refuses nothing in place of objects.
    @_documentation(visibility: private)
    @available(
        *, unavailable, message: "A relationship to many is never nil, only empty: '$0.roles.isEmpty'."
    )
    @_disfavoredOverload
    public static func == (field: Self, nothing: _OptionalNilComparisonType) -> Condition<Root> {
        field.isEmpty
    }
    /// Refuses nothing in place of objects.
    @_documentation(visibility: private)
    @available(
        *, unavailable, message: "A relationship to many is never nil, only empty: '$0.roles.isEmpty'."
    )
    @_disfavoredOverload
    public static func != (field: Self, nothing: _OptionalNilComparisonType) -> Condition<Root> {
        !field.isEmpty
    }
    /// Refuses an object in place of several.
    @_documentation(visibility: private)
    @available(
        *, unavailable,
        message: "There may be several objects. Write '$0.roles.any { $0.id == role.id }', or 'none'."
    )
    @_disfavoredOverload
    public static func == (field: Self, target: Target) -> Condition<Root> { field.isEmpty }
    /// Refuses an object in place of several.
    @_documentation(visibility: private)
    @available(
        *, unavailable,
        message: "There may be several objects. Write '$0.roles.any { $0.id == role.id }', or 'none'."
    )
    @_disfavoredOverload
    public static func != (field: Self, target: Target) -> Condition<Root> { field.isEmpty }
}

/// Values behind a relationship to many; the compiler says what to write.
extension RelationshipPath {
    /// Refuses an attribute of the objects.
    @_documentation(visibility: private)
    @available(
        *, unavailable,
        message:
            "There may be several objects. Write '$0.roles.any { $0.fee > 100 }', also 'all' and 'none', or calculate with them: '$0.roles.sum { $0.fee }'."
    )
    public subscript<V>(
        dynamicMember member: KeyPath<Target.Fields, TypedExpression<Target, V>>
    ) -> TypedExpression<Root, V> {
        TypedExpression(.literal(.null), coding: Target.fields[keyPath: member].coding)
    }
    /// Refuses a structured attribute of the objects.
    @_documentation(visibility: private)
    @available(
        *, unavailable,
        message:
            "There may be several objects. Write '$0.roles.any { $0.fee > 100 }', also 'all' and 'none', or calculate with them: '$0.roles.sum { $0.fee }'."
    )
    public subscript<V>(
        dynamicMember member: KeyPath<Target.Fields, StructuredField<Target, V>>
    ) -> StructuredField<Root, V> { StructuredField(.literal(.null)) }
}

/// Names that other frameworks give to conditions on several objects; the compiler says what to write.
extension ToManyField {
    /// Refuses an object in place of a condition.
    @_documentation(visibility: private)
    @available(*, unavailable, message: "Write '.any { $0.id == film.id }'.")
    public func contains(_ object: Target) -> Condition<Root> {
        any { _ in Condition(.literal(.bool(true))) }
    }
    /// Refuses a condition by another name.
    @_documentation(visibility: private)
    @available(*, unavailable, renamed: "any(_:)", message: "Write '.any { … }'.")
    public func contains(_ condition: (Target.Fields) -> Condition<Target>) -> Condition<Root> {
        any(condition)
    }
}
