/// Conditions that each of many rows is checked by, from left to right until one does not hold.
///
/// Rows are checked by one node: an array of expressions would copy each of them for each row, which takes longer than most
/// checks.
package final class RowConditions: Sendable {
    /// Whether there is nothing to check.
    package let isEmpty: Bool
    // Not optional: an optional is copied for each row.
    private let node: any EvaluationNode

    /// Makes a check of bound conditions; every row satisfies none.
    package init(_ conditions: [BoundExpression] = []) {
        let nodes = conditions.map(\.node)
        isEmpty = nodes.isEmpty
        node = nodes.count == 1 ? nodes[0] : ConjunctionNode(nodes)
    }

    /// Whether all conditions hold on a row.
    ///
    /// Throws as ``BoundExpression/evaluate(_:in:)`` does.
    package func hold(on row: any EvaluationRow, in source: any EvaluationSource) throws -> Bool {
        try isEmpty || node.holds(on: row, in: source)
    }
}

extension [BoundExpression] {
    /// The values of all expressions on a row.
    ///
    /// Nothing of an expression but its node is copied. Throws as ``BoundExpression/evaluate(_:in:)`` does.
    package func values(on row: any EvaluationRow, in source: any EvaluationSource) throws -> [Value] {
        var values: [Value] = []
        values.reserveCapacity(count)
        for position in indices { values.append(try self[position].node.value(of: row, in: source)) }
        return values
    }
}
