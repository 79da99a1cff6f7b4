extension IndexableTest {
    /// The test for rows behind a position of an order; `nil` for a condition of another form, or about a single
    /// column.
    ///
    /// The form is that of ``RowPosition/rows(behind:)`` for columns of the row itself in one direction.
    init?(position tree: ExpressionTree, in entity: Entity) {
        guard case .or = tree, let position = Self.position(tree, in: entity), position.columns.count > 1
        else { return nil }
        self = .beyond(
            columns: position.columns, position.values, isAscending: position.isAscending)
    }

    private typealias Position = (columns: [Int], values: [Value], isAscending: Bool)

    private static func position(_ tree: ExpressionTree, in entity: Entity) -> Position? {
        switch tree {
        case .compare(let comparison, .attribute([], let name), .literal(let value)):
            return end(comparison, name, value, in: entity)
        case .or(let strict, .and(let same, let rest)):
            guard case .compare(.equal, .attribute([], let name), .literal(let value)) = same,
                let rest = position(rest, in: entity), let column = entity.attributePosition(name),
                isBehind(strict, name, value, isAscending: rest.isAscending, entity.columns[column])
            else { return nil }
            return ([column] + rest.columns, [value] + rest.values, rest.isAscending)
        case .and(.compare(.equal, .attribute([], let name), .literal(.null)), let rest):
            // Nothing comes behind null in a descending order.
            guard let rest = position(rest, in: entity), !rest.isAscending,
                let column = entity.attributePosition(name)
            else { return nil }
            return ([column] + rest.columns, [.null] + rest.values, false)
        default: return nil
        }
    }

    /// The last column of an order, which is never null.
    private static func end(
        _ comparison: ExpressionTree.Comparison, _ name: String, _ value: Value, in entity: Entity
    ) -> Position? {
        guard comparison == .greater || comparison == .less, let column = entity.attributePosition(name),
            !entity.columns[column].isOptional, isOf(entity.columns[column].type, value)
        else { return nil }
        return ([column], [value], comparison == .greater)
    }

    /// Whether a condition says that a column alone puts a row behind a value.
    private static func isBehind(
        _ condition: ExpressionTree, _ name: String, _ value: Value, isAscending: Bool, _ column: Column
    ) -> Bool {
        let attribute = ExpressionTree.attribute(path: [], name: name)
        let null = ExpressionTree.literal(.null)
        if value.isNull { return isAscending && condition == .compare(.notEqual, attribute, null) }
        guard isOf(column.type, value) else { return false }
        if isAscending { return condition == .compare(.greater, attribute, .literal(value)) }
        let isLess = ExpressionTree.compare(.less, attribute, .literal(value))
        return condition == (column.isOptional ? .or(isLess, .compare(.equal, attribute, null)) : isLess)
    }
}
