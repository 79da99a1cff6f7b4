/// A place in the order of an entity's rows, and the condition for the rows after it.
///
/// The order is total: its last column completes the primary key.
package struct RowPosition {
    /// The columns that decide the order, each once.
    package let columns: [OrderColumn]

    /// One column of an order.
    package struct OrderColumn {
        /// The expression.
        package let expression: ExpressionTree
        /// Whether larger values come first.
        package let isDescending: Bool
        /// Whether its values may be null, which come before all others, or last in a descending order.
        let isOptional: Bool
    }

    /// Finds the columns of an order; those after a complete key decide nothing and are left out.
    package init(_ sort: [SortTerm], of entity: Entity) {
        var columns: [OrderColumn] = []
        var missing = entity.keyColumns
        func add(_ expression: ExpressionTree, _ isDescending: Bool) {
            if missing.isEmpty || columns.contains(where: { $0.expression == expression }) { return }
            var isOptional = true
            if case .attribute([], let name) = expression, let column = entity.attributePosition(name) {
                isOptional = entity.columns[column].isOptional
                missing.removeAll { $0 == column }
            }
            columns.append(
                OrderColumn(expression: expression, isDescending: isDescending, isOptional: isOptional))
        }
        for term in sort { add(term.expression, term.isDescending) }
        for column in entity.keyColumns {
            add(.attribute(path: [], name: entity.attributes[column].name), sort.last?.isDescending ?? false)
        }
        self.columns = columns
    }

    /// The condition for the rows after one with these values; there must be one for each column.
    ///
    /// It is a chain: a larger value in the first column, or the same one and a larger value in the second, and so on.
    /// Stores recognize it as one range of an index (``IndexableTest/beyond(columns:_:isAscending:)``).
    package func rows(behind values: [Value]) -> ExpressionTree {
        var condition: ExpressionTree?
        for place in columns.indices.prefix(values.count).reversed() {
            let (column, value) = (columns[place], values[place])
            let behind = column.isBehind(value)
            guard let rest = condition else {
                condition = behind ?? .literal(.bool(false))
                continue
            }
            let same = ExpressionTree.and(.compare(.equal, column.expression, .literal(value)), rest)
            // Written without the rearrangement of `either`, so that the form is known.
            condition = behind.map { .or($0, same) } ?? same
        }
        return condition ?? .literal(.bool(false))
    }
}

extension RowPosition.OrderColumn {
    /// The condition for this column alone to put a row after a value; `nil` if no row can be.
    fileprivate func isBehind(_ value: Value) -> ExpressionTree? {
        switch (isDescending, value.isNull) {
        case (false, true): return .compare(.notEqual, expression, .literal(.null))
        case (false, false): return .compare(.greater, expression, .literal(value))
        case (true, true): return nil
        case (true, false):
            let isLess = ExpressionTree.compare(.less, expression, .literal(value))
            return isOptional ? .or(isLess, .compare(.equal, expression, .literal(.null))) : isLess
        }
    }
}
