import Granary

extension FetchPlan {
    /// Simpler fetches.
    var simpler: [FetchPlan] {
        var plans: [FetchPlan] = []
        func add(_ change: (inout FetchPlan) -> Void) {
            var plan = self
            change(&plan)
            plans.append(plan)
        }
        if let predicate {
            add { $0.predicate = nil }
            for tree in predicate.simpler { add { $0.predicate = tree } }
        }
        if limit != nil { add { $0.limit = nil } }
        if offset > 0 { add { $0.offset = 0 } }
        for terms in sort.withoutParts() { add { $0.sort = terms } }
        for position in sort.indices {
            for tree in sort[position].expression.simpler { add { $0.sort[position].expression = tree } }
        }
        switch selection {
        case .all: break
        case .keys(let keys):
            add { $0.selection = .all }
            for fewer in keys.withoutParts() { add { $0.selection = .keys(fewer) } }
        case .referring(let name, let keys):
            add { $0.selection = .all }
            for fewer in keys.withoutParts() {
                add { $0.selection = .referring(relationship: name, to: fewer) }
            }
        }
        return plans
    }
}

extension AggregatePlan {
    /// Simpler aggregates.
    var simpler: [AggregatePlan] {
        var plans: [AggregatePlan] = []
        func add(_ change: (inout AggregatePlan) -> Void) {
            var plan = self
            change(&plan)
            plans.append(plan)
        }
        for rows in rows.simpler { add { $0.rows = rows } }
        if let having {
            add { $0.having = nil }
            for simpler in having.simpler { add { $0.having = simpler } }
        }
        for order in order.withoutParts() { add { $0.order = order } }
        if limit != nil { add { $0.limit = nil } }
        if offset > 0 { add { $0.offset = 0 } }
        for columns in columns.withoutParts() where !columns.isEmpty { add { $0.columns = columns } }
        for groups in groups.withoutParts() { add { $0.groups = groups } }
        for position in groups.indices {
            for tree in groups[position].simpler { add { $0.groups[position] = tree } }
        }
        return plans
    }
}
