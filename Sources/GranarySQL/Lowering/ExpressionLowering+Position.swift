import Granary

extension ExpressionLowering {
    /// The condition that a row comes after a position in an order, written so that engines search an index for it;
    /// `nil` for a condition of another form.
    func position(_ tree: ExpressionTree, in scope: QueryScope) -> SQLText? {
        // Other forms are not looked at any further: every condition of every fetch comes by here.
        guard case .or = tree,
            case .beyond(let columns, let values, let isAscending)? = IndexableTest(tree, in: scope.entity)
        else { return nil }
        let parts = columns.map { (scope.column($0), scope.entity.columns[$0].isOptional) }
        let descendsToNull = !isAscending && parts.contains(where: \.1)
        if !descendsToNull, values.allSatisfy({ $0.storableType != nil }) {
            // Null makes the comparison of rows null, and no row with null comes after a value in an ascending order.
            let bound = values.map { "\(bind: $0)" as SQLText }
            return
                "(\(.list(parts.map(\.0)))) \(verbatim: isAscending ? ">" : "<") (\(.list(bound)))"
        }
        guard let exact = condition(tree, in: scope), values[0].storableType != nil,
            isAscending || !parts[0].1
        else { return nil }
        // Implied by the rest, and found by an index, which alternatives are not.
        return "\(parts[0].0) \(verbatim: isAscending ? ">=" : "<=") \(bind: values[0]) AND \(exact)"
    }
}
