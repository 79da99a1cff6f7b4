extension AggregateRequest {
    /// The columns that are computed over the rows of each group, each once: those of the result, and those that its
    /// calculations and its condition name.
    package var computed: [Column] { Self.computed(columns, having) }

    /// The expressions that are evaluated on rows.
    package var rowExpressions: [ExpressionTree] { groups + computed.compactMap(\.expression) }

    /// The same request with other groups, columns and condition on groups.
    package func mappingColumns(_ change: (ExpressionTree) throws -> ExpressionTree) rethrows
        -> AggregateRequest
    {
        var request = self
        request.groups = try groups.map(change)
        request.having = try having.map(change)
        request.columns = try columns.map { try $0.mapped(change) }
        return request
    }

    /// The expressions that are evaluated on groups.
    package var groupExpressions: [ExpressionTree] {
        var trees = having.map { [$0] } ?? []
        for case .calculated(let tree) in columns { trees.append(tree) }
        return trees
    }

    /// The columns that are computed for some columns of a result and a condition on groups, each once.
    package static func computed(_ columns: [Column], _ condition: ExpressionTree?) -> [Column] {
        var found: [Column] = []
        // Without recursion, since a tree may have been made by hand and not been checked yet.
        var waiting: [ExpressionTree] = columns.reversed().map { .aggregate($0) }
        if let condition { waiting.insert(condition, at: 0) }
        while let next = waiting.popLast() {
            switch next {
            case .aggregate(.calculated(let tree)): waiting.append(tree)
            case .aggregate(let column): if !found.contains(column) { found.append(column) }
            default: waiting += next.operands.reversed()
            }
        }
        return found
    }
}

extension AggregateRequest.Column {
    /// The expression that is computed over; `nil` for a group's value, the number of rows, and a calculation with
    /// aggregates.
    package var expression: ExpressionTree? {
        switch self {
        case .group, .count, .calculated: nil
        case .countOf(let tree), .countDistinct(let tree), .sum(let tree), .average(let tree),
            .minimum(let tree), .maximum(let tree):
            tree
        }
    }

    /// The expression inside the column; `nil` for a group's value and the number of rows.
    package var operand: ExpressionTree? {
        if case .calculated(let tree) = self { tree } else { expression }
    }

    /// The same column with another expression inside.
    package func mapped(_ change: (ExpressionTree) throws -> ExpressionTree) rethrows
        -> AggregateRequest.Column
    {
        switch self {
        case .group, .count: self
        case .countOf(let tree): .countOf(try change(tree))
        case .countDistinct(let tree): .countDistinct(try change(tree))
        case .sum(let tree): .sum(try change(tree))
        case .average(let tree): .average(try change(tree))
        case .minimum(let tree): .minimum(try change(tree))
        case .maximum(let tree): .maximum(try change(tree))
        case .calculated(let tree): .calculated(try change(tree))
        }
    }
}
