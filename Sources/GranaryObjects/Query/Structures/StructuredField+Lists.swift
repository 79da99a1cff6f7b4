/// Lists, whose elements have positions from 0; those of a set have no order.
extension StructuredField where Value: StructuredList {
    /// The number of elements; `nil` for no list.
    public var count: TypedExpression<Root, Value._Count> {
        TypedExpression(MeasuredTree(countTree))
    }

    /// Whether there is a list, and it has no elements.
    public var isEmpty: Condition<Root> {
        Condition(MeasuredTree(.compare(.equal, countTree, .literal(.integer(0)))))
    }

    private var countTree: ExpressionTree { .function(.structure(.count), [tree]) }

    /// The element at a position, in a form.
    private func element(_ position: Int, _ form: ExpressionTree.StructuredForm) -> ExpressionTree {
        .part([], form, of: .function(.structure(.element(position)), [tree]))
    }

    private func quantified(
        _ quantifier: ExpressionTree.Quantifier, _ condition: Condition<Value._Element>
    ) -> Condition<Root> {
        Condition(
            MeasuredTree(.function(.structure(.quantified(quantifier)), [tree, condition.tree])),
            problem: condition.problem)
    }
}

/// Lists of values such as texts and numbers.
extension StructuredField where Value: StructuredList, Value._Element: AttributeValue {
    /// Whether a value is an element of the list.
    public func contains(_ element: Value._Element) -> Condition<Root> {
        let constant = Self.element.comparedLiteral(element)
        return Condition(
            MeasuredTree(.function(.structure(.contains(Self.form)), [tree, constant.tree])),
            problem: constant.problem)
    }

    /// Whether the condition, or each of several lines, holds for at least one element.
    public func any(
        @ConditionBuilder<Value._Element> _ condition: (TypedExpression<Value._Element, Value._Element>) ->
            Condition<Value._Element>
    ) -> Condition<Root> { quantified(.any, condition(Self.element)) }

    /// Whether the condition, or each of several lines, holds for all elements; true without elements.
    public func all(
        @ConditionBuilder<Value._Element> _ condition: (TypedExpression<Value._Element, Value._Element>) ->
            Condition<Value._Element>
    ) -> Condition<Root> { quantified(.all, condition(Self.element)) }

    /// Whether the condition, or each of several lines, holds for no element.
    public func none(
        @ConditionBuilder<Value._Element> _ condition: (TypedExpression<Value._Element, Value._Element>) ->
            Condition<Value._Element>
    ) -> Condition<Root> { quantified(.none, condition(Self.element)) }

    /// The element at a position; `nil` where there is none.
    public subscript(position: Int) -> TypedExpression<Root, Value._Element?> {
        TypedExpression(MeasuredTree(element(position, Self.form)))
    }

    private static var form: ExpressionTree.StructuredForm { .init(of: Value._Element.self) }

    /// An element, in a condition on elements.
    private static var element: TypedExpression<Value._Element, Value._Element> {
        TypedExpression(.part([], form, of: .function(.structure(.itself), [])))
    }
}

/// Lists of enumerations.
extension StructuredField
where
    Value: StructuredList, Value._Element: RawRepresentable & Sendable,
    Value._Element.RawValue: AttributeValue
{
    /// Whether a case is an element of the list.
    public func contains(_ element: Value._Element) -> Condition<Root> {
        let constant = TypedExpression<Root, Value._Element>(tree, coding: coding).comparedLiteral(element)
        return Condition(
            MeasuredTree(.function(.structure(.contains(form)), [tree, constant.tree])),
            problem: constant.problem)
    }

    /// The element at a position; `nil` where there is none.
    public subscript(position: Int) -> TypedExpression<Root, Value._Element?> {
        TypedExpression(MeasuredTree(element(position, form)), coding: coding.optional)
    }

    private var form: ExpressionTree.StructuredForm { .init(of: Value._Element.RawValue.self) }
    private var coding: ValueCoding<Value._Element> { .rawValue(of: Value._Element.self) }
}

/// Lists of embedded structures.
extension StructuredField where Value: StructuredList, Value._Element: Embedded {
    /// Whether the condition, or each of several lines, holds for at least one element.
    public func any(
        @ConditionBuilder<Value._Element> _ condition: (Value._Element.Fields) -> Condition<Value._Element>
    ) -> Condition<Root> { quantified(.any, byFields: condition) }

    /// Whether the condition, or each of several lines, holds for all elements; true without elements.
    public func all(
        @ConditionBuilder<Value._Element> _ condition: (Value._Element.Fields) -> Condition<Value._Element>
    ) -> Condition<Root> { quantified(.all, byFields: condition) }

    /// Whether the condition, or each of several lines, holds for no element.
    public func none(
        @ConditionBuilder<Value._Element> _ condition: (Value._Element.Fields) -> Condition<Value._Element>
    ) -> Condition<Root> { quantified(.none, byFields: condition) }

    /// The element at a position; `nil` where there is none.
    public subscript(position: Int) -> StructuredField<Root, Value._Element?> {
        StructuredField<Root, Value._Element?>(element(position, .structure))
    }

    private func quantified(
        _ quantifier: ExpressionTree.Quantifier,
        byFields condition: (Value._Element.Fields) -> Condition<Value._Element>
    ) -> Condition<Root> {
        let type = ObjectIdentifier(Value._Element.self)
        if ElementScope.types.contains(type) {
            let problem = GranaryError(
                .query,
                "A condition on elements of \(Value._Element.self) stands within another one on such elements, and parts of the two could not be told apart. Ask the inner one in Swift."
            )
            return Condition(.literal(.bool(false)), problem: problem)
        }
        return ElementScope.$types.withValue(ElementScope.types + [type]) {
            quantified(quantifier, condition(Value._Element.fields))
        }
    }
}

/// The types of the elements that conditions which are just being made are about.
private enum ElementScope {
    /// The types, the outermost first.
    @TaskLocal static var types: [ObjectIdentifier] = []
}
