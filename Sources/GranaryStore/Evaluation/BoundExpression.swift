/// An expression bound to an entity: its names are resolved to column positions, and it is checked.
///
/// Its evaluation defines the meaning of the query language; every store's own evaluation must agree. It can be shared
/// by threads.
package struct BoundExpression: Sendable {
    /// The kind of the expression's values.
    package let kind: ExpressionKind
    /// Whether evaluating it can fail on some row: decimal arithmetic can, and that of integers whose ranges let it leave
    /// 64 bits, or divide by zero.
    ///
    /// An error on an evaluated row fails the whole request. Every row of the selection is evaluated, `and` and `or`
    /// from left to right until the result is known. So a store may skip rows only by conditions to the left of the
    /// first part that can fail.
    package let canFail: Bool
    /// Whether it follows relationships, and so needs a source.
    package let usesRelationships: Bool
    /// The integers that its values lie in, `nil` aside; `nil` for values of other kinds, and for all integers.
    ///
    /// Nothing is concluded from what an attribute is declared to hold
    /// (Docs/Decisions/calculations-in-the-engine.md).
    package let range: ClosedRange<Int64>?
    /// How many conditions on members around the expression it looks out of; 0 if it names no outer object.
    let outerLevels: Int

    let node: any EvaluationNode

    /// The column of the row itself whose values these are; `nil` for other expressions.
    package var ownColumn: SelectRequest.Column? {
        (node as? ColumnNode).map { SelectRequest.Column(position: $0.column, type: kind.type) }
    }

    /// The value on a row.
    ///
    /// - Throws: ``GranaryError/Code/overflow`` where arithmetic leaves its range, ``GranaryError/Code/divisionByZero``,
    ///   both with the entity and the attributes that are calculated with, and any error
    ///   from the row or the source.
    package func evaluate(_ row: any EvaluationRow, in source: any EvaluationSource) throws -> Value {
        try node.value(of: row, in: source)
    }

    /// Whether a condition holds on a row; one that is `nil` does not.
    ///
    /// Throws as ``evaluate(_:in:)`` does.
    package func holds(_ row: any EvaluationRow, in source: any EvaluationSource) throws -> Bool {
        try node.holds(on: row, in: source)
    }
}

extension BoundExpression {
    /// Binds an expression to an entity of a schema.
    ///
    /// Throws as ``ExpressionBinder/bind(_:)`` does.
    package init(_ tree: ExpressionTree, on entity: Entity, in schema: Schema) throws {
        self = try ExpressionBinder(entity, in: schema).bind(tree)
    }
}

extension ExpressionBinder {
    /// Makes a binder that finds the entities of a schema.
    package init(_ entity: Entity, in schema: Schema) {
        self.init(entity) { schema.entity($0) }
    }
}

extension ConditionNode {
    func value(of row: any EvaluationRow, in source: any EvaluationSource) throws -> Value {
        .bool(try holds(on: row, in: source))
    }
}

extension ValueNode {
    func holds(on row: any EvaluationRow, in source: any EvaluationSource) throws -> Bool {
        if case .bool(true) = try value(of: row, in: source) { true } else { false }
    }
}
