/// A typed expression over the properties of a model, such as `$0.delay + 5` or `$0.airline.name`, or over the aggregates
/// of groups of its objects, such as `$0.delay.sum / $0.count()`.
///
/// A predicate is a `TypedExpression<Root, Bool>`, so a Boolean attribute is a predicate by itself.
public struct TypedExpression<Root, Value: Sendable>: Sendable {
    /// The expression without its type.
    public var tree: ExpressionTree { measured.tree }
    /// The expression without its type, with the height of its tree.
    let measured: MeasuredTree
    /// How constants become stored values and results become Swift values.
    @usableFromInline package let coding: ValueCoding<Value>
    /// The fault of the expression, such as a constant that cannot be stored; thrown when it is used.
    @usableFromInline package let problem: GranaryError?

    /// Makes an expression without operands, or with constants and attributes alone.
    @usableFromInline package init(
        _ tree: ExpressionTree, coding: ValueCoding<Value>, problem: GranaryError? = nil
    ) {
        self.init(MeasuredTree.leaf(tree), coding: coding, problem: problem)
    }

    /// Makes an expression; nesting that is too deep becomes its fault.
    init(_ measured: MeasuredTree, coding: ValueCoding<Value>, problem: GranaryError? = nil) {
        self.measured = measured
        self.coding = coding
        self.problem =
            problem ?? (measured.isTooHigh ? ExpressionTree.tooDeep(Self.entityName) : nil)
    }
}

extension ValueCoding where Wrapped: AttributeValue {
    /// The coding of an attribute's type.
    package static var attribute: ValueCoding<Wrapped> {
        ValueCoding(
            encode: { try $0._storedValue() }, compare: { try $0._comparedValue() },
            decode: { try Wrapped(_storedValue: $0) },
            kind: Wrapped.attributeType, read: readAttribute)
    }

    /// Reads a column of a store's row.
    ///
    /// Never inlined, nor specialized: Swift 6.3.1 ends with an assertion when it optimizes the row's temporary.
    @inline(never) @_semantics("optimize.sil.specialize.generic.never")
    private static func readAttribute(_ cursor: any RowCursor, _ entity: Entity, _ position: Int) throws
        -> Wrapped
    {
        try Wrapped._decode(Row(cursor, of: entity), at: position)
    }
}

extension TypedExpression where Value: AttributeValue {
    /// Makes an expression of an attribute's type.
    init(_ tree: ExpressionTree, problem: GranaryError? = nil) {
        self.init(tree, coding: .attribute, problem: problem)
    }

    /// Makes an expression of an attribute's type, over operands.
    init(_ measured: MeasuredTree, problem: GranaryError? = nil) {
        self.init(measured, coding: .attribute, problem: problem)
    }
}

extension TypedExpression {
    /// The tree of a constant, and its fault.
    func literal(_ value: Value) -> (tree: ExpressionTree, problem: GranaryError?) {
        literal(value, coding.encode)
    }

    /// The tree of a constant that stored values are compared with, and its fault.
    func comparedLiteral(_ value: Value) -> (tree: ExpressionTree, problem: GranaryError?) {
        literal(value, coding.compare)
    }

    private func literal(_ value: Value, _ encode: (Value) throws -> GranaryStore.Value) -> (
        tree: ExpressionTree, problem: GranaryError?
    ) {
        do {
            return (.literal(try encode(value)), nil)
        } catch {
            return (.literal(.null), unusable(error))
        }
    }

    /// The error for a constant that this expression cannot be compared with.
    func unusable(_ cause: any Error) -> GranaryError {
        var context = GranaryError.Context(entity: Self.entityName)
        var what = "A constant in the query"
        if case .attribute(let path, let name) = tree {
            context.properties = [(path + [name]).joined(separator: ".")]
            what = "A constant that “\(context.properties[0])” is compared with"
        }
        let reason = (cause as? GranaryError).map { " \($0.message)" } ?? ""
        return GranaryError(.query, "\(what) cannot be stored.\(reason)", context: context, cause: cause)
    }
}
