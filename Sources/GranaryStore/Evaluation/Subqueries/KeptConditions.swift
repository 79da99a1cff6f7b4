/// The conditions of another query over rows that were read before.
struct KeptConditions: Sendable {
    /// The columns whose values find rows.
    private(set) var columns: [Int] = []
    /// The values that these columns have to have, which no row of the query is asked for.
    private(set) var values: [BoundExpression] = []
    /// The other conditions, in their order.
    private(set) var rest: [BoundExpression] = []

    /// All expressions in them.
    var parts: [BoundExpression] { values + rest }

    /// Binds conditions; equalities in front of the first one that can fail find the rows.
    init(_ predicate: ExpressionTree?, _ binder: ExpressionBinder) throws {
        var canFail = false
        for tree in predicate?.conjuncts ?? [] {
            let bound = try binder.bindCondition(tree)
            canFail = canFail || bound.canFail
            if !canFail, let (column, value) = try Self.key(tree, binder) {
                columns.append(column)
                values.append(value)
            } else {
                rest.append(bound)
            }
        }
    }

    /// The column and the value that a condition compares, if it is an equality of the two.
    private static func key(
        _ tree: ExpressionTree, _ binder: ExpressionBinder
    ) throws -> (column: Int, value: BoundExpression)? {
        guard case .compare(.equal, let left, let right) = tree else { return nil }
        for (own, other) in [(left, right), (right, left)] where !other.readsRow {
            let (column, value) = (try binder.bind(own), try binder.bind(other))
            // Numbers of different kinds are equal without being the same stored value.
            if let position = column.ownColumn?.position, column.kind == value.kind {
                return (position, value)
            }
        }
        return nil
    }
}

extension ExpressionTree {
    /// Whether it reads the row that it is about.
    fileprivate var readsRow: Bool {
        if case .subquery = self { return true }
        return !ownPaths.isEmpty || operands.contains(where: \.readsRow)
    }
}
