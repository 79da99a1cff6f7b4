internal import GranaryStore

/// The request in words for people, by who evaluates its parts.
extension AggregateLowering {
    /// The parts that the engine evaluates.
    package var pushedDown: [String] {
        select.pushedDown + request.groups.map { "group by \($0.outline)" }
            + computed.compactMap(\.outline)
            + (selection.choosesGroups ? ["the condition on groups"] : [])
            + (selection.endsEarly ? ["order and range of the groups"] : [])
    }

    /// The parts that the core evaluates, with the reasons.
    package var residual: [String] {
        var parts: [String] = []
        if request.having != nil, !selection.choosesGroups { parts.append("the condition on groups") }
        if request.columns.contains(where: \.isCalculated) { parts.append("calculations with aggregates") }
        if !selection.endsEarly, !request.order.isEmpty || request.offset > 0 || request.limit != nil {
            parts.append("order and range of the groups")
        }
        return parts.map { "\($0): the core arranges the rows of the statement" }
    }
}

extension AggregateRequest.Column {
    /// The column in words for people; `nil` for a group's value and for calculations.
    fileprivate var outline: String? {
        switch self {
        case .group, .calculated: nil
        case .count: "number of rows"
        case .countOf(let tree): "number of \(tree.outline)"
        case .countDistinct(let tree): "number of distinct \(tree.outline)"
        case .sum(let tree): "sum of \(tree.outline)"
        case .average(let tree): "mean of \(tree.outline)"
        case .minimum(let tree): "smallest \(tree.outline)"
        case .maximum(let tree): "largest \(tree.outline)"
        }
    }
}
