/// A relationship to one in a predicate: its properties go on from it, and it can be compared with `nil` and
/// with an object's ID.
@dynamicMemberLookup
public struct ToOneField<Root: Model, Target: Model>: Sendable {
    let path: [String]

    /// An attribute of the object at the other end; `nil` when there is none.
    public subscript<V>(
        dynamicMember member: KeyPath<Target.Fields, TypedExpression<Target, V?>>
    ) -> TypedExpression<Root, V?> {
        let inner = Target.fields[keyPath: member]
        return TypedExpression(inner.tree.prefixed(by: path), coding: inner.coding, problem: inner.problem)
    }

    /// An attribute of the object at the other end; `nil` when there is none.
    @_disfavoredOverload
    public subscript<V>(
        dynamicMember member: KeyPath<Target.Fields, TypedExpression<Target, V>>
    ) -> TypedExpression<Root, V?> {
        let inner = Target.fields[keyPath: member]
        return TypedExpression(
            inner.tree.prefixed(by: path), coding: inner.coding.optional, problem: inner.problem)
    }

    /// A structured attribute of the object at the other end.
    public subscript(
        dynamicMember member: KeyPath<Target.Fields, StructuredField<Target>>
    ) -> StructuredField<Root> {
        let inner = Target.fields[keyPath: member]
        return StructuredField(path: path + inner.path, name: inner.name)
    }

    /// A relationship to one of the object at the other end.
    public subscript<Next: Model>(
        dynamicMember member: KeyPath<Target.Fields, ToOneField<Target, Next>>
    ) -> ToOneField<Root, Next> {
        ToOneField<Root, Next>(path: path + Target.fields[keyPath: member].path)
    }

    /// A relationship to many of the object at the other end.
    public subscript<Next: Model>(
        dynamicMember member: KeyPath<Target.Fields, ToManyField<Target, Next>>
    ) -> ToManyField<Root, Next> {
        let inner = Target.fields[keyPath: member]
        return ToManyField<Root, Next>(path: path + inner.path, relationship: inner.relationship)
    }

    /// Whether there is no object at the other end.
    public static func == (field: ToOneField, nothing: _OptionalNilComparisonType) -> TypedExpression<
        Root, Bool
    > {
        TypedExpression(.isEmpty(path: field.path))
    }

    /// Whether there is an object at the other end.
    public static func != (field: ToOneField, nothing: _OptionalNilComparisonType) -> TypedExpression<
        Root, Bool
    > {
        TypedExpression(.not(.isEmpty(path: field.path)))
    }

    /// Whether the object at the other end is this one.
    public static func == (field: ToOneField, target: ObjectID<Target>) -> TypedExpression<Root, Bool> {
        TypedExpression(.refers(path: field.path, key: target.key.objectKey.values))
    }

    /// Whether the object at the other end is not this one; holds when there is none.
    public static func != (field: ToOneField, target: ObjectID<Target>) -> TypedExpression<Root, Bool> {
        TypedExpression(.not(.refers(path: field.path, key: target.key.objectKey.values)))
    }
}
