/// Chooses and orders the groups of a grouped query; without it, the query returns all groups in the order of
/// their values.
///
/// Conditions and orders name aggregates of the group, or calculate with them, whether or not they are returned:
/// `$0.having { $0.count() > 10 }.sorted { $0.delay.average.descending }.limit(5)`.
public struct GroupArrangement<M: Model>: Sendable {
    private var condition: MeasuredTree?
    private var order: [Term] = []
    private var passed = 0
    private var most: Int?
    private var problem: GranaryError?

    private enum Term {
        case aggregate(GroupOrder<M>)
        case group(SortKey<M>)
    }

    init() {}

    /// Only the groups for which the condition holds too, or each of several lines; see ``ConditionBuilder``.
    public func having(@ConditionBuilder<ObjectGroup<M>> _ condition: (M.Fields) -> GroupCondition<M>)
        -> GroupArrangement
    {
        let condition = condition(M.fields)
        var arrangement = self
        arrangement.problem = problem ?? condition.problem
        if condition.tree == .literal(.bool(true)) { return arrangement }
        arrangement.condition = self.condition.map { .both($0, condition.measured) } ?? condition.measured
        return arrangement
    }

    /// The groups in the order of an aggregate, or of a calculation with some; a further call adds to the order.
    ///
    /// Ties are broken by the values of the groups, in the direction of the last term.
    public func sorted(_ term: (M.Fields) -> GroupOrder<M>) -> GroupArrangement {
        let term = term(M.fields)
        var arrangement = self
        arrangement.order.append(.aggregate(term))
        arrangement.problem = problem ?? term.problem
        return arrangement
    }

    /// The groups in the order of one of the group expressions; a further call adds to the order.
    public func sorted(by term: (M.Fields) -> SortKey<M>) -> GroupArrangement {
        let term = term(M.fields)
        var arrangement = self
        arrangement.order.append(.group(term))
        arrangement.problem = problem ?? term.problem
        return arrangement
    }

    /// At most this many groups; a negative number is an error when the query is used.
    public func limit(_ count: Int) -> GroupArrangement {
        var arrangement = self
        arrangement.most = count
        return arrangement
    }

    /// Without the first groups; a negative number is an error when the query is used.
    public func offset(_ count: Int) -> GroupArrangement {
        var arrangement = self
        arrangement.passed = count
        return arrangement
    }

    /// Adds the condition, order and range to a grouping, with a further column for each order that is not returned.
    func apply(to grouping: inout Grouping) throws {
        if let problem { throw problem }
        if condition?.isTooHigh == true { throw ExpressionTree.tooDeep(M.modelDescription.name) }
        grouping.having = condition?.tree
        for term in order {
            let (column, isDescending) = try column(of: term, in: grouping)
            let position = grouping.position(of: column)
            grouping.order.append(AggregateRequest.Order(column: position, isDescending: isDescending))
        }
        grouping.offset = passed
        grouping.limit = most
    }

    /// The column that a term orders by.
    private func column(of term: Term, in grouping: Grouping) throws -> (
        column: AggregateRequest.Column, isDescending: Bool
    ) {
        switch term {
        case .aggregate(let key): return (key.term.expression.column, key.term.isDescending)
        case .group(let key):
            if let position = grouping.groups.firstIndex(of: key.term.expression) {
                return (.group(position), key.term.isDescending)
            }
            throw GranaryError(
                .query,
                "Groups can be ordered by their group expressions and by aggregates; this order names neither. Sort by an aggregate, such as `$0.….minimum.ascending`, or group by the expression too.",
                context: .init(entity: M.modelDescription.name))
        }
    }
}
