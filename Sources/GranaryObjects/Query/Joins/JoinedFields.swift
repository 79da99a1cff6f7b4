/// The fields of the second model in a ``join(_:_:on:)``.
///
/// In a ``leftJoin(_:_:on:)`` a ``ToOneField`` takes its place, as there may be no second object.
@dynamicMemberLookup
public struct JoinedFields<Root: Model, Target: Model>: Sendable {
    private let path = [JoinLayout.partner]

    /// An attribute of the second object.
    public subscript<V>(
        dynamicMember member: KeyPath<Target.Fields, TypedExpression<Target, V>>
    ) -> TypedExpression<Root, V> {
        let inner = Target.fields[keyPath: member]
        let (measured, problem) = inner.prefixed(by: path, from: Root.self)
        return TypedExpression(measured, coding: inner.coding, problem: problem)
    }

    /// A structured attribute of the second object.
    public subscript<V>(
        dynamicMember member: KeyPath<Target.Fields, StructuredField<Target, V>>
    ) -> StructuredField<Root, V> {
        StructuredField(Target.fields[keyPath: member].tree.prefixed(by: path))
    }

    /// A relationship to one of the second object.
    public subscript<Next: Model>(
        dynamicMember member: KeyPath<Target.Fields, ToOneField<Target, Next>>
    ) -> ToOneField<Root, Next> {
        ToOneField<Root, Next>(path: path + Target.fields[keyPath: member].path)
    }

    /// A relationship to many of the second object.
    public subscript<Next: Model>(
        dynamicMember member: KeyPath<Target.Fields, ToManyField<Target, Next>>
    ) -> ToManyField<Root, Next> {
        let inner = Target.fields[keyPath: member]
        return ToManyField<Root, Next>(path: path + inner.path, relationship: inner.relationship)
    }
}
