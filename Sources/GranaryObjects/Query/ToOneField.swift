/// A relationship to one in a predicate.
///
/// It gives access to the properties of its destination, and compares with `nil` and with an object's ID.
@dynamicMemberLookup
public struct ToOneField<Root: Model, Target: Model>: Sendable {
    let path: [String]

    /// An attribute of the destination; `nil` without one.
    public subscript<V>(
        dynamicMember member: KeyPath<Target.Fields, TypedExpression<Target, V?>>
    ) -> TypedExpression<Root, V?> {
        let inner = Target.fields[keyPath: member]
        let (measured, problem) = inner.prefixed(by: path, from: Root.self)
        return TypedExpression(measured, coding: inner.coding, problem: problem)
    }

    /// An attribute of the destination; `nil` without one.
    @_disfavoredOverload
    public subscript<V>(
        dynamicMember member: KeyPath<Target.Fields, TypedExpression<Target, V>>
    ) -> TypedExpression<Root, V?> {
        let inner = Target.fields[keyPath: member]
        let (measured, problem) = inner.prefixed(by: path, from: Root.self)
        return TypedExpression(measured, coding: inner.coding.optional, problem: problem)
    }

    /// A structured attribute of the destination; `nil` without one.
    public subscript<V>(
        dynamicMember member: KeyPath<Target.Fields, StructuredField<Target, V?>>
    ) -> StructuredField<Root, V?> {
        StructuredField(Target.fields[keyPath: member].tree.prefixed(by: path))
    }

    /// A structured attribute of the destination; `nil` without one.
    @_disfavoredOverload
    public subscript<V>(
        dynamicMember member: KeyPath<Target.Fields, StructuredField<Target, V>>
    ) -> StructuredField<Root, V?> {
        StructuredField(Target.fields[keyPath: member].tree.prefixed(by: path))
    }

    /// A relationship to one of the destination.
    public subscript<Next: Model>(
        dynamicMember member: KeyPath<Target.Fields, ToOneField<Target, Next>>
    ) -> ToOneField<Root, Next> {
        ToOneField<Root, Next>(path: path + Target.fields[keyPath: member].path)
    }

    /// A relationship to many of the destination.
    public subscript<Next: Model>(
        dynamicMember member: KeyPath<Target.Fields, ToManyField<Target, Next>>
    ) -> ToManyField<Root, Next> {
        let inner = Target.fields[keyPath: member]
        return ToManyField<Root, Next>(path: path + inner.path, relationship: inner.relationship)
    }

    /// Whether the relationship is empty or dangling.
    public static func == (field: ToOneField, nothing: _OptionalNilComparisonType) -> TypedExpression<
        Root, Bool
    > {
        TypedExpression(.isEmpty(path: field.path))
    }

    /// Whether the relationship leads to an object.
    public static func != (field: ToOneField, nothing: _OptionalNilComparisonType) -> TypedExpression<
        Root, Bool
    > {
        TypedExpression(.not(.isEmpty(path: field.path)))
    }

    /// Whether the destination is the object with this identity.
    public static func == (field: ToOneField, target: ObjectID<Target>) -> TypedExpression<Root, Bool> {
        TypedExpression(.refers(path: field.path, key: target.key.objectKey.values))
    }

    /// Whether the destination is another object than this one, or missing.
    public static func != (field: ToOneField, target: ObjectID<Target>) -> TypedExpression<Root, Bool> {
        TypedExpression(.not(.refers(path: field.path, key: target.key.objectKey.values)))
    }
}
