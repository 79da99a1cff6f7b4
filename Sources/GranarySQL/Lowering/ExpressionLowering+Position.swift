import GranaryStore

extension ExpressionLowering {
    /// The condition that a row comes after a position in an order, written so that engines search an index for it;
    /// `nil` for a condition of another form.
    func position(_ tree: ExpressionTree, in scope: QueryScope) -> SQLText? {
        // Other forms are not examined further: every condition of every fetch passes through here.
        guard case .or = tree,
            case .beyond(let columns, let values, let isAscending)? = IndexableTest(tree, in: scope.entity)
        else { return nil }
        let descendsToNull =
            !isAscending && columns.contains { scope.entity.columns[$0].isOptional }
        if !descendsToNull, values.allSatisfy({ $0.storableType != nil }) {
            // Null makes the comparison of rows null, and no row with null comes after a value in an ascending order.
            return rows(columns, isAscending ? ">" : "<", values, scope)
        }
        guard let exact = condition(tree, in: scope), values[0].storableType != nil,
            isAscending || !scope.entity.columns[columns[0]].isOptional
        else { return nil }
        // Implied by the rest, and found by an index, which alternatives are not.
        return
            "\(scope.column(columns[0])) \(verbatim: isAscending ? ">=" : "<=") \(bind: values[0]) AND \(exact)"
    }

    /// The comparison of some columns with values as rows.
    private func rows(
        _ columns: [Int], _ comparison: String, _ values: [Value], _ scope: QueryScope
    ) -> SQLText {
        var text: SQLText = "("
        for (place, column) in columns.enumerated() {
            if place > 0 { text.append(verbatim: ", ") }
            text.append(scope.column(column))
        }
        text.append(verbatim: ") \(comparison) (")
        for (place, value) in values.enumerated() {
            if place > 0 { text.append(verbatim: ", ") }
            text.append(bind: value)
        }
        text.append(verbatim: ")")
        return text
    }
}
