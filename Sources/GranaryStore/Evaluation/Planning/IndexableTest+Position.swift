extension IndexableTest {
    /// The test for rows after a position of an order; `nil` for a condition of another form, or about a single column.
    ///
    /// The form is that of ``RowPosition/rows(behind:)`` for columns of the row itself in one direction. It is matched
    /// part by part, since this runs for every condition with an `or`.
    init?(position tree: ExpressionTree, in entity: Entity) {
        guard case .or = tree else { return nil }
        var (columns, values): ([Int], [Value]) = ([], [])
        columns.reserveCapacity(4)
        values.reserveCapacity(4)
        var isAscending: Bool?
        var rest: ExpressionTree? = tree
        while let part = rest {
            guard let step = Step(part, in: entity), step.isAscending == isAscending ?? step.isAscending
            else { return nil }
            columns.append(step.column)
            values.append(step.value)
            isAscending = step.isAscending
            rest = step.rest
        }
        guard let isAscending, columns.count > 1 else { return nil }
        self = .beyond(columns: columns, values, isAscending: isAscending)
    }

    /// How many of the columns of a position are the first of others, in the same order.
    package static func sharedCount(of columns: [Int], with others: ArraySlice<Int>) -> Int {
        var count = 0
        for column in others {
            guard count < columns.count, columns[count] == column else { break }
            count += 1
        }
        return count
    }

    /// The test that a condition makes of one column of an order.
    private struct Step {
        let column: Int
        let value: Value
        let isAscending: Bool
        /// The condition for rows with the same value; `nil` for the last column.
        let rest: ExpressionTree?

        init?(_ tree: ExpressionTree, in entity: Entity) {
            switch tree {
            case .compare(let comparison, .attribute([], let name), .literal(let value)):
                // The last column of an order is never null.
                guard comparison == .greater || comparison == .less,
                    let column = entity.attributePosition(name), !entity.columns[column].isOptional,
                    IndexableTest.isOf(entity.columns[column].type, value)
                else { return nil }
                self.init(column: column, value: value, isAscending: comparison == .greater, rest: nil)
            case .or(
                let strict, .and(.compare(.equal, .attribute([], let name), .literal(let value)), let rest)):
                guard let column = entity.attributePosition(name),
                    let isAscending = IndexableTest.direction(strict, name, value, entity.columns[column])
                else { return nil }
                self.init(column: column, value: value, isAscending: isAscending, rest: rest)
            case .and(.compare(.equal, .attribute([], let name), .literal(.null)), let rest):
                // Nothing comes after null in a descending order.
                guard let column = entity.attributePosition(name) else { return nil }
                self.init(column: column, value: .null, isAscending: false, rest: rest)
            default: return nil
            }
        }

        private init(column: Int, value: Value, isAscending: Bool, rest: ExpressionTree?) {
            self.column = column
            self.value = value
            self.isAscending = isAscending
            self.rest = rest
        }
    }

    /// Whether the order in which a condition puts a row after a value of one column is ascending; `nil` for another
    /// condition.
    private static func direction(
        _ condition: ExpressionTree, _ name: String, _ value: Value, _ column: Column
    ) -> Bool? {
        if value.isNull {
            guard case .compare(.notEqual, .attribute([], name), .literal(.null)) = condition else {
                return nil
            }
            return true
        }
        guard isOf(column.type, value) else { return nil }
        switch condition {
        case .compare(.greater, .attribute([], name), .literal(value)): return true
        case .compare(.less, .attribute([], name), .literal(value)): return column.isOptional ? nil : false
        case .or(
            .compare(.less, .attribute([], name), .literal(value)),
            .compare(.equal, .attribute([], name), .literal(.null))):
            return column.isOptional ? false : nil
        default: return nil
        }
    }
}
