import Granary

extension ModelKind {
    /// The rows of a join of a model with another.
    static func joined<First: Model, Second: Model>(
        _ first: First.Type, _ second: Second.Type, _ plan: JoinPlan, in context: Context
    ) throws -> [[Value]] {
        let (left, right) = (query(plan.firstRows, of: first), query(plan.secondRows, of: second))
        let condition = Condition<First>(plan.condition, coding: .attribute)
        return plan.keepsUnpaired
            ? try rows(leftJoin(left, right, on: { _, _ in condition }), plan, context)
            : try rows(join(left, right, on: { _, _ in condition }), plan, context)
    }

    private static func rows<First, Second, Partner>(
        _ join: Join<First, Second, Partner>, _ plan: JoinPlan, _ context: Context
    ) throws -> [[Value]] {
        var pairs = join.offset(plan.offset)
        if let limit = plan.limit { pairs = pairs.limit(limit) }
        if let predicate = plan.predicate {
            let condition = Condition<First>(predicate, coding: .attribute)
            pairs = pairs.where { _, _ in condition }
        }
        for term in plan.sort {
            let value = TypedExpression<First, Int>(term.expression, coding: .attribute)
            pairs = pairs.sorted { _, _ in term.isDescending ? value.descending : value.ascending }
        }
        return try context.select(pairs, columns: .expressions(plan.columns))
    }
}
