import Granary

/// Other queries in expressions, joins and columns: what only contexts are asked, as stores never see it.
extension ExpressionGenerator {
    /// A fetch whose condition or order asks other queries too, sometimes; sets of queries and sources are such conditions.
    mutating func asking(_ plan: FetchPlan, _ entity: Entity) -> FetchPlan {
        if further.chance(2) { return plan }
        return furthermore { generator in
            var plan = plan
            let asked = generator.asked(on: entity)
            plan.predicate =
                switch generator.random.below(4) {
                case 0: asked
                case 1: plan.predicate.map { .or($0, asked) } ?? .not(asked)
                case 2: plan.predicate.map { .and($0, .not(asked)) } ?? asked
                default: plan.predicate.map { .and($0, asked) } ?? asked
                }
            if generator.random.chance(4) {
                plan.sort.append(
                    SortTerm(
                        generator.result(of: .integer, on: entity), isDescending: generator.random.chance(2)))
            }
            return plan
        }
    }

    /// A condition on the objects of an entity that asks another query.
    private mutating func asked(on entity: Entity) -> ExpressionTree {
        switch random.below(5) {
        case 0: return .subquery(another(.existence, for: entity), nil)
        case 1: return .subquery(another(.objects, for: nil, of: entity), nil)
        case 2:
            let type = random.pick(AttributeType.integer, .integer, .text, .real)
            let comparison = random.element(of: ExpressionTree.Comparison.allCases) ?? .equal
            return .compare(comparison, value(of: type, on: entity, depth: 1), result(of: type, on: entity))
        default:
            let type = random.pick(AttributeType.integer, .integer, .text, .text, .bool)
            let owner = random.element(of: schema.entities) ?? entity
            let values = value(of: type, on: owner, depth: 0)
            return .subquery(
                another(.values(values), for: entity, of: owner), value(of: type, on: entity, depth: 1))
        }
    }

    /// An aggregate of another query, which is a value of a type.
    private mutating func result(of type: AttributeType, on entity: Entity) -> ExpressionTree {
        let owner = random.element(of: schema.entities) ?? entity
        let value = value(of: type, on: owner, depth: 0)
        let column: AggregateRequest.Column =
            type == .integer && random.chance(2) ? .count : random.pick(.minimum(value), .maximum(value))
        return .subquery(another(.aggregate(column), for: entity, of: owner), nil)
    }

    /// A query with a result, of any model or a certain one, which may name the objects that it is asked for.
    private mutating func another(
        _ result: Subquery.Result, for entity: Entity?, of owner: Entity? = nil
    ) -> Subquery {
        guard let owner = owner ?? random.element(of: schema.entities) else {
            return Subquery(model: "", result)
        }
        var query = Subquery(model: owner.name, result)
        let asker = random.chance(2) ? entity : nil
        if !random.chance(5) {
            query.predicate = self.query(for: asker) { $0.condition(on: owner, depth: 1) }
        }
        if let asker, random.chance(2), let compared = compared(owner, with: asker) {
            query.predicate = query.predicate.map { .and($0, compared) } ?? compared
        }
        if random.chance(3) {
            let sort = fetch(owner)
            (query.sort, query.limit, query.offset) = (sort.sort, sort.limit, sort.offset)
        }
        return query
    }

    /// A comparison of an object of another query with the one that it is asked for.
    private mutating func compared(_ entity: Entity, with asker: Entity) -> ExpressionTree? {
        let types = AttributeType.allCases.filter { $0 != .json }
        guard let outer = attribute(of: types, on: asker) else { return nil }
        let own = value(of: outer.type, on: entity, depth: 0)
        let comparison = random.chance(2) ? .equal : random.element(of: ExpressionTree.Comparison.allCases)
        return .compare(comparison ?? .equal, own, .outer(asker.name, outer.tree))
    }

    /// Columns of a fetch, some of which are results of other queries.
    mutating func selected(_ plan: FetchPlan, _ entity: Entity) -> SelectPlan {
        furthermore { generator in
            var plan = SelectPlan(rows: plan)
            for _ in 0...generator.random.below(3) {
                plan.columns.append(
                    generator.random.chance(4)
                        ? generator.result(of: .integer, on: entity)
                        : generator.anything(of: entity, depth: 1))
            }
            return plan
        }
    }

    /// A join of two entities, of the kinds at some positions.
    mutating func join(_ first: (kind: Int, entity: Entity), _ second: (kind: Int, entity: Entity))
        -> JoinPlan
    {
        furthermore { generator in
            var plan = JoinPlan(
                first: first.kind, firstRows: generator.fetch(first.entity), second: second.kind,
                secondRows: generator.fetch(second.entity), keepsUnpaired: generator.random.chance(2))
            // On pairs the objects have other names.
            generator.looksOut = false
            defer { generator.looksOut = true }
            plan.condition = generator.joined(first.entity, second.entity)
            if generator.random.chance(3) { plan.predicate = generator.joined(first.entity, second.entity) }
            for _ in 0...generator.random.below(3) {
                plan.columns.append(generator.side(first.entity, second.entity))
            }
            for _ in 0..<generator.random.below(3) {
                plan.sort.append(
                    SortTerm(
                        generator.side(first.entity, second.entity), isDescending: generator.random.chance(2))
                )
            }
            if generator.random.chance(3) { plan.limit = generator.random.below(9) }
            if generator.random.chance(4) { plan.offset = generator.random.below(4) }
            return plan
        }
    }

    /// A condition on pairs, mostly with an equality of both sides.
    private mutating func joined(_ first: Entity, _ second: Entity) -> ExpressionTree {
        var conditions: [ExpressionTree] = []
        for _ in 0...random.below(2) {
            let types = AttributeType.allCases.filter { $0 != .json }
            let type = attribute(of: types, on: second)?.type ?? .integer
            let (left, right) = (
                value(of: type, on: first, depth: 1), value(of: type, on: second, depth: 1).ofPartner
            )
            let comparison =
                random.chance(3) ? random.element(of: ExpressionTree.Comparison.allCases) : .equal
            conditions.append(.compare(comparison ?? .equal, left, right))
        }
        if random.chance(4) { conditions.append(condition(on: first, depth: 1)) }
        if random.chance(4) { conditions.append(condition(on: second, depth: 1).ofPartner) }
        let last = conditions.removeLast()
        return conditions.reduce(last) { random.chance(5) ? .or($1, $0) : .and($1, $0) }
    }

    /// A value of one of the two sides.
    private mutating func side(_ first: Entity, _ second: Entity) -> ExpressionTree {
        random.chance(2) ? anything(of: first, depth: 1) : anything(of: second, depth: 1).ofPartner
    }

    /// A value of any type; a constant only where there is no attribute.
    private mutating func anything(of entity: Entity, depth: Int) -> ExpressionTree {
        let types = AttributeType.allCases.filter { $0 != .json }
        guard let found = attribute(of: types, on: entity) else { return .literal(.integer(1)) }
        let tree = value(of: found.type, on: entity, depth: depth)
        if case .literal = tree { return found.tree }
        return tree
    }
}

extension ExpressionTree {
    /// The expression as one on the second object of a pair.
    fileprivate var ofPartner: ExpressionTree { prefixed(by: [JoinLayout.partner]) }
}
