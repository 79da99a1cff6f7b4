/// A structured (JSON) attribute in a query, or a structured part of one.
///
/// Every type of attribute that is `Codable` and has no column type of its own is stored so. Conditions can test it for
/// `nil`, and batches can set it. Where the type is marked ``Embedded()``, its members are the parts of the structure:
/// `$0.address.city`. Lists have ``count``, `contains`, `any`, `all`, `none` and elements by their position.
@dynamicMemberLookup
public struct StructuredField<Root, Value: Sendable>: Sendable {
    /// The expression without its type.
    let tree: ExpressionTree

    /// Makes a field.
    init(_ tree: ExpressionTree) { self.tree = tree }

    /// Whether the structured value is `nil`; the same as `== nil`.
    public var isNil: TypedExpression<Root, Bool> { self == nil }

    /// Whether there is no structured value.
    public static func == (
        field: StructuredField, nothing: _OptionalNilComparisonType
    ) -> TypedExpression<Root, Bool> {
        TypedExpression(MeasuredTree(.compare(.equal, field.tree, .literal(.null))))
    }

    /// Whether there is a structured value.
    public static func != (
        field: StructuredField, nothing: _OptionalNilComparisonType
    ) -> TypedExpression<Root, Bool> {
        TypedExpression(MeasuredTree(.compare(.notEqual, field.tree, .literal(.null))))
    }
}

/// The parts of a structure.
extension StructuredField where Value: Embedded {
    /// A part of the structure.
    public subscript<V>(
        dynamicMember member: KeyPath<Value.Fields, TypedExpression<Value, V>>
    ) -> TypedExpression<Root, V> {
        let part = Value.fields[keyPath: member]
        return TypedExpression(part.placed(in: tree), coding: part.coding, problem: part.problem)
    }

    /// A structured part of the structure.
    public subscript<V>(
        dynamicMember member: KeyPath<Value.Fields, StructuredField<Value, V>>
    ) -> StructuredField<Root, V> {
        StructuredField<Root, V>(Value.fields[keyPath: member].tree.placed(in: tree))
    }
}

/// The parts of a structure that may be missing.
extension StructuredField {
    /// A part of the structure; `nil` without one.
    public subscript<Wrapped: Embedded, V>(
        dynamicMember member: KeyPath<Wrapped.Fields, TypedExpression<Wrapped, V?>>
    ) -> TypedExpression<Root, V?> where Value == Wrapped? {
        let part = Wrapped.fields[keyPath: member]
        return TypedExpression(part.placed(in: tree), coding: part.coding, problem: part.problem)
    }

    /// A part of the structure; `nil` without one.
    @_disfavoredOverload
    public subscript<Wrapped: Embedded, V>(
        dynamicMember member: KeyPath<Wrapped.Fields, TypedExpression<Wrapped, V>>
    ) -> TypedExpression<Root, V?> where Value == Wrapped? {
        let part = Wrapped.fields[keyPath: member]
        return TypedExpression(part.placed(in: tree), coding: part.coding.optional, problem: part.problem)
    }

    /// A structured part of the structure; `nil` without one.
    public subscript<Wrapped: Embedded, V>(
        dynamicMember member: KeyPath<Wrapped.Fields, StructuredField<Wrapped, V?>>
    ) -> StructuredField<Root, V?> where Value == Wrapped? {
        StructuredField<Root, V?>(Wrapped.fields[keyPath: member].tree.placed(in: tree))
    }

    /// A structured part of the structure; `nil` without one.
    @_disfavoredOverload
    public subscript<Wrapped: Embedded, V>(
        dynamicMember member: KeyPath<Wrapped.Fields, StructuredField<Wrapped, V>>
    ) -> StructuredField<Root, V?> where Value == Wrapped? {
        StructuredField<Root, V?>(Wrapped.fields[keyPath: member].tree.placed(in: tree))
    }
}

extension TypedExpression {
    /// The tree of a part of a structure, in a structured value.
    fileprivate func placed(in value: ExpressionTree) -> MeasuredTree {
        MeasuredTree(tree.placed(in: value))
    }
}
