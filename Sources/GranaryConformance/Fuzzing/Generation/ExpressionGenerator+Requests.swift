import Granary

extension ExpressionGenerator {
    private static let ordered = AttributeType.allCases.filter { $0 != .json }

    /// A fetch with a condition, an order, a range and a selection, each of them sometimes.
    mutating func fetch(_ entity: Entity) -> FetchPlan {
        var plan = FetchPlan(entity: entity.name)
        if !random.chance(6) { plan.predicate = condition(on: entity, depth: random.below(4)) }
        for _ in 0..<random.below(4) { plan.sort.append(term(entity)) }
        if random.chance(3) { plan.limit = random.below(9) }
        if random.chance(4) { plan.offset = random.below(5) }
        if random.chance(5) { plan.selection = selection(entity) }
        return plan
    }

    private mutating func term(_ entity: Entity) -> SortTerm {
        let type = attribute(of: Self.ordered, on: entity)?.type ?? .integer
        return SortTerm(value(of: type, on: entity, depth: random.below(2)), isDescending: random.chance(2))
    }

    private mutating func selection(_ entity: Entity) -> FetchRequest.Selection {
        if random.chance(2), let relationship = random.element(of: entity.toOne) {
            let keys = (0..<random.below(6)).compactMap { _ in key(of: relationship.destination) }
            return .referring(relationship: relationship.name, to: keys)
        }
        return .keys((0..<random.below(9)).compactMap { _ in key(of: entity) })
    }

    /// An aggregate over a fetch.
    mutating func aggregate(_ entity: Entity) -> AggregatePlan {
        var plan = AggregatePlan(rows: fetch(entity))
        // An order that nothing depends on may be left out by a store, and with it the order's errors.
        if plan.rows.limit == nil && plan.rows.offset == 0 { plan.rows.sort = [] }
        for _ in 0..<random.below(3) {
            plan.groups.append(value(of: groupType(entity), on: entity, depth: random.below(2)))
        }
        for _ in 0..<(1 + random.below(3)) { plan.columns.append(column(entity)) }
        for position in plan.groups.indices where !random.chance(4) { plan.columns.append(.group(position)) }
        if random.chance(2) { plan.having = groupCondition(over: plan.columns, depth: random.below(3)) }
        if random.chance(3) { plan.columns.append(.calculated(groupNumber(over: plan.columns))) }
        for _ in 0..<random.below(3) {
            plan.order.append(.init(column: random.below(plan.columns.count), isDescending: random.chance(2)))
        }
        if random.chance(4) { plan.limit = random.below(5) }
        if random.chance(5) { plan.offset = random.below(3) }
        return plan
    }

    private mutating func groupType(_ entity: Entity) -> AttributeType {
        attribute(of: Self.ordered, on: entity)?.type ?? .integer
    }

    private mutating func column(_ entity: Entity) -> AggregateRequest.Column {
        let any = value(of: groupType(entity), on: entity, depth: random.below(2))
        let type = attribute(of: [.integer, .real, .decimal], on: entity)?.type ?? .integer
        let number = number(type, entity)
        return random.pick(
            .count, .countOf(any), .countDistinct(any), .sum(number), .average(number), .minimum(any),
            .maximum(any),
            .minimum(number), .maximum(number))
    }

    /// A number whose kind is known, unlike a null's.
    private mutating func number(_ type: AttributeType, _ entity: Entity) -> ExpressionTree {
        let tree = value(of: type, on: entity, depth: random.below(2))
        if case .literal(.null) = tree { return .literal(.integer(1)) }
        return tree
    }
}
