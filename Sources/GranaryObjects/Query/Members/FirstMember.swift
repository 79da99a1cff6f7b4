/// The first object of a relationship to many in some order, in an expression: `$0.orders.first { $0.orderDate.descending }`.
///
/// It gives access to the attributes and relationships to one of the object, which are `nil` without one, and compares
/// with `nil` and with objects.
@dynamicMemberLookup
public struct FirstMember<Root: Model, Target: Model>: Sendable {
    let path: [String]
    let relationship: String
    let condition: MeasuredTree
    let terms: [SortTerm]
    let problem: GranaryError?
    /// The relationships to one that lead on from the object.
    let way: [String]

    /// An attribute of the object; `nil` without one.
    public subscript<V>(
        dynamicMember member: KeyPath<Target.Fields, TypedExpression<Target, V?>>
    ) -> TypedExpression<Root, V?> {
        let inner = Target.fields[keyPath: member]
        let (measured, fault) = onTheWay(inner)
        return TypedExpression(value(measured), coding: inner.coding, problem: problem ?? fault)
    }

    /// An attribute of the object; `nil` without one.
    @_disfavoredOverload
    public subscript<V>(
        dynamicMember member: KeyPath<Target.Fields, TypedExpression<Target, V>>
    ) -> TypedExpression<Root, V?> {
        let inner = Target.fields[keyPath: member]
        let (measured, fault) = onTheWay(inner)
        return TypedExpression(value(measured), coding: inner.coding.optional, problem: problem ?? fault)
    }

    /// A relationship to one of the object.
    public subscript<Next: Model>(
        dynamicMember member: KeyPath<Target.Fields, ToOneField<Target, Next>>
    ) -> FirstMember<Root, Next> {
        FirstMember<Root, Next>(
            path: path, relationship: relationship, condition: condition, terms: terms, problem: problem,
            way: way + Target.fields[keyPath: member].path)
    }

    /// Whether there is no such object.
    public static func == (member: FirstMember, nothing: _OptionalNilComparisonType) -> TypedExpression<
        Root, Bool
    > { !member.exists }

    /// Whether there is such an object.
    public static func != (member: FirstMember, nothing: _OptionalNilComparisonType) -> TypedExpression<
        Root, Bool
    > { member.exists }

    /// Whether the object is the one with this identity.
    public static func == (member: FirstMember, target: ObjectID<Target>) -> TypedExpression<Root, Bool> {
        member.holds(.refers(path: member.way, key: target.key.objectKey.values))
    }

    /// Whether the object is another than the one with this identity, or missing.
    public static func != (member: FirstMember, target: ObjectID<Target>) -> TypedExpression<Root, Bool> {
        !(member == target)
    }
}

extension FirstMember {
    /// An expression on the object at the end of the way, as the first member sees it, and its fault.
    private func onTheWay<V>(
        _ inner: TypedExpression<Target, V>
    ) -> (measured: MeasuredTree, problem: GranaryError?) {
        let measured = inner.measured.replaced(by: inner.tree.prefixed(by: way))
        guard inner.tree.namesOuter, !way.isEmpty else { return (measured, inner.problem) }
        let fault = GranaryError(
            .query,
            "“\(way.joined(separator: "."))” leads from a first object to a condition on members that names its \(Target.modelDescription.name). Write the condition on the first object itself.",
            context: .init(entity: Target.modelDescription.name))
        return (measured, inner.problem ?? fault)
    }

    /// Whether there is such an object.
    private var exists: TypedExpression<Root, Bool> {
        holds(way.isEmpty ? .literal(.bool(true)) : .not(.isEmpty(path: way)))
    }

    /// Whether there is such an object and a condition holds for it.
    private func holds(_ condition: ExpressionTree) -> TypedExpression<Root, Bool> {
        let inner = value(.leaf(condition))
        return TypedExpression(
            MeasuredTree(.compare(.equal, inner.tree, .literal(.bool(true))), over: inner), problem: problem)
    }

    /// The value of an expression that is seen from the object.
    func value(_ inner: MeasuredTree) -> MeasuredTree {
        let operands = [inner, condition] + terms.map { MeasuredTree($0.expression) }
        return MeasuredTree(
            .ofMembers(
                .first(descending: terms.map(\.isDescending)), path: path, relationship: relationship,
                operands.map(\.tree)),
            over: operands)
    }
}

extension ToManyField {
    /// The first of the objects by some terms; ties are broken by the primary key, in the direction of the last term.
    ///
    /// `$0.orders.first { $0.orderDate.descending }.freight`.
    public func first(by terms: (Target.Fields) -> SortKey<Target>...) -> FirstMember<Root, Target> {
        first(terms, where: Self.everything)
    }

    /// The first by some terms of the objects that satisfy the condition, or each of several lines.
    public func first(
        by terms: (Target.Fields) -> SortKey<Target>...,
        @ConditionBuilder<Target> where condition: (Target.Fields) -> Condition<Target>
    ) -> FirstMember<Root, Target> { first(terms, where: condition) }

    /// The first of the objects by an expression, with the smallest value first, as with `ascending`.
    @_disfavoredOverload
    public func first<Value>(
        by expression: (Target.Fields) -> TypedExpression<Target, Value>
    ) -> FirstMember<Root, Target> {
        let term = expression(Target.fields).ascending
        return first([{ _ in term }], where: Self.everything)
    }

    private func first(
        _ terms: [(Target.Fields) -> SortKey<Target>], where condition: (Target.Fields) -> Condition<Target>
    ) -> FirstMember<Root, Target> {
        let (keys, condition) = (terms.map { $0(Target.fields) }, condition(Target.fields))
        return FirstMember(
            path: path, relationship: relationship, condition: condition.measured, terms: keys.map(\.term),
            problem: condition.problem ?? keys.lazy.compactMap(\.problem).first, way: [])
    }
}
