/// Chooses and orders the groups of a grouped query; without it, the query returns all groups in the order of
/// their values.
///
/// Conditions and orders name aggregates of the group, whether or not they are returned:
/// `$0.having { $0.count() > 10 }.sorted { $0.delay.average.descending }.limit(5)`.
public struct GroupArrangement<M: Model>: Sendable {
    private var conditions: [GroupCondition<M>.Part] = []
    private var order: [GroupOrder<M>] = []
    private var passed = 0
    private var most: Int?
    private var problem: GranaryError?

    init() {}

    /// Only the groups for which the condition holds too.
    public func having(_ condition: (M.Fields) -> GroupCondition<M>) -> GroupArrangement {
        let condition = condition(M.fields)
        var arrangement = self
        arrangement.conditions += condition.parts
        arrangement.problem = problem ?? condition.problem
        return arrangement
    }

    /// The groups in the order of an aggregate; a further call adds to the order.
    ///
    /// Ties are broken by the values of the groups, in the direction of the last term.
    public func sorted(_ term: (M.Fields) -> GroupOrder<M>) -> GroupArrangement {
        let term = term(M.fields)
        var arrangement = self
        arrangement.order.append(term)
        arrangement.problem = problem ?? term.problem
        return arrangement
    }

    /// The groups in the order of one of the group expressions; a further call adds to the order.
    public func sorted(by term: (M.Fields) -> SortKey<M>) -> GroupArrangement {
        let term = term(M.fields)
        var arrangement = self
        arrangement.order.append(
            GroupOrder(
                value: .group(term.term.expression), isDescending: term.term.isDescending,
                problem: term.problem))
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

    /// Adds the conditions, order and range to a grouping, with a further column for each aggregate that is not
    /// returned.
    func apply(to grouping: inout Grouping) throws {
        if let problem { throw problem }
        for part in conditions {
            let column = grouping.position(of: part.column)
            grouping.having.append(AggregateRequest.Condition(column: column, part.comparison, part.value))
        }
        for term in order {
            let column = grouping.position(of: try term.column(in: grouping))
            grouping.order.append(AggregateRequest.Order(column: column, isDescending: term.isDescending))
        }
        grouping.offset = passed
        grouping.limit = most
    }
}

/// One part of an order of groups: an aggregate's `.ascending` or `.descending`.
public struct GroupOrder<Root: Model>: Sendable {
    enum Ordered {
        case aggregate(AggregateRequest.Column)
        case group(ExpressionTree)
    }

    let value: Ordered
    let isDescending: Bool
    let problem: GranaryError?

    /// The column that is ordered by.
    func column(in grouping: Grouping) throws -> AggregateRequest.Column {
        switch value {
        case .aggregate(let column): return column
        case .group(let tree):
            if let position = grouping.groups.firstIndex(of: tree) { return .group(position) }
            throw GranaryError(
                .query,
                "Groups can be ordered by their group expressions and by aggregates; this order names neither. Sort by an aggregate, such as `$0.….minimum.ascending`, or group by the expression too.",
                context: .init(entity: Root.modelDescription.name))
        }
    }
}

extension Aggregate {
    /// The groups with the smallest values first, `nil` before everything.
    public var ascending: GroupOrder<Root> {
        GroupOrder(value: .aggregate(column), isDescending: false, problem: problem)
    }
    /// The groups with the largest values first, `nil` after everything.
    public var descending: GroupOrder<Root> {
        GroupOrder(value: .aggregate(column), isDescending: true, problem: problem)
    }
}
