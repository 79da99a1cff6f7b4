import GranaryStore

/// The groups that the engine gives, where it need not give all of them: those for which a condition on their aggregates
/// holds, and of these the first in an order.
///
/// The core arranges what it gets, so the engine may give more groups than are wanted, in any order.
struct GroupSelection {
    /// The clauses of the statement behind its groups; empty where the engine gives all groups.
    private(set) var clauses: SQLText = ""
    /// Whether the engine evaluates the condition on groups.
    private(set) var choosesGroups = false
    /// Whether the engine gives the first groups only.
    private(set) var endsEarly = false

    /// A column of the statement, at a position from 1.
    struct Output {
        let position: Int
        let value: LoweredValue
    }

    /// Selects groups by the columns that a statement gives of them.
    init(
        _ request: AggregateRequest, groups: [Output], _ outputs: [AggregateRequest.Column: Output],
        _ lowering: ExpressionLowering
    ) {
        let hasSums = outputs.keys.contains(where: \.isSum)
        // A calculation may fail on a group, or a sum may be too large; the core would not learn of either.
        guard !groups.isEmpty, !request.columns.contains(where: \.isCalculated),
            !hasSums || lowering.dialect.reportsLargeSums
        else { return }
        if let having = request.having {
            let parts = having.conjuncts.map { Self.condition($0, outputs, lowering) }
            let conditions = parts.compactMap(\.self)
            guard conditions.count == parts.count else { return }
            clauses = " HAVING \(.chain(conditions[...], by: "AND"))"
            choosesGroups = true
        }
        // An engine that has the groups in order computes no more of them than are asked for.
        if hasSums, request.limit == 0 || !request.isOrderedByAggregate { return }
        guard let limit = request.limit, let terms = Self.order(request, groups, outputs, lowering.dialect)
        else { return }
        let (count, isTooLarge) = request.offset.addingReportingOverflow(limit)
        if isTooLarge { return }
        clauses = "\(clauses) ORDER BY \(.list(terms))\(lowering.dialect.range(offset: 0, limit: count))"
        endsEarly = true
    }

    private static func condition(
        _ tree: ExpressionTree, _ outputs: [AggregateRequest.Column: Output], _ lowering: ExpressionLowering
    ) -> SQLText? {
        guard case .compare(let comparison, .aggregate(let column), .literal(let constant)) = tree,
            let left = outputs[column]?.value, left.type.hasEngineOrder, constant.storableType == left.type
        else { return nil }
        let right = LoweredValue(sql: "\(bind: constant)", type: left.type, isOptional: false)
        return lowering.compare(comparison, left, right, false)
    }

    /// The order of the groups, then that of their values, as the core sorts them; `nil` if the engine sorts otherwise.
    private static func order(
        _ request: AggregateRequest, _ groups: [Output], _ outputs: [AggregateRequest.Column: Output],
        _ dialect: any SQLDialect
    ) -> [SQLText]? {
        func output(of column: AggregateRequest.Column) -> Output? {
            guard case .group(let group) = column else { return outputs[column] }
            return groups.indices.contains(group) ? groups[group] : nil
        }
        var terms: [(output: Output, isDescending: Bool)] = []
        for term in request.order {
            // The core reports an order by a column that is not there.
            guard request.columns.indices.contains(term.column),
                let output = output(of: request.columns[term.column])
            else { return nil }
            terms.append((output, term.isDescending))
        }
        let isDescending = request.order.last?.isDescending ?? false
        terms += groups.map { ($0, isDescending) }
        guard terms.allSatisfy({ $0.output.value.type.hasEngineOrder }) else { return nil }
        return terms.map { output, isDescending in
            dialect.orderTerm(
                "\(number: output.position)", isDescending: isDescending, isOptional: output.value.isOptional)
        }
    }
}

extension AggregateRequest {
    /// Whether the first term of the order is computed of all rows of a group.
    fileprivate var isOrderedByAggregate: Bool {
        guard let first = order.first?.column, columns.indices.contains(first) else { return false }
        return if case .group = columns[first] { false } else { true }
    }
}

extension AggregateRequest.Column {
    var isCalculated: Bool { if case .calculated = self { true } else { false } }

    /// Whether it adds values up, which may leave the range of the result.
    fileprivate var isSum: Bool {
        switch self {
        case .sum, .average: true
        case .group, .count, .countOf, .countDistinct, .minimum, .maximum, .calculated: false
        }
    }
}

extension AttributeType {
    /// Whether engines compare results of this kind as values are compared: numbers in one column, and no texts, whose
    /// order depends on a collation.
    fileprivate var hasEngineOrder: Bool {
        switch self {
        case .integer, .date, .real: true
        default: false
        }
    }
}
