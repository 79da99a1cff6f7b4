extension QueryRunner {
    /// What is selected of each object of a query, in its order; every list and every object takes one request for all
    /// rows.
    func select<M: Model>(_ query: Query<M>, _ selection: Selection) throws -> [SelectedRow] {
        try access.perform(.select, M.self, rows: { $0.count }) {
            let entity = try access.coordinator.entity(of: M.self)
            let levels = SelectedLevels(self, lifting: query.lifted, at: try .now())
            let keys = try LevelKeys(selection, from: entity)
            let request = try checkedRequest(for: keys.columns, of: query, at: levels.moment)
            var rows = try values(of: request, M.self).map { SelectedRow($0) }
            try levels.fill(
                &rows, selection.levels, keys, of: [ExpressionTree.Around(entity, at: [])])
            return rows.filter { !$0.isGone }
        }
    }

    /// How the context selects from the objects of a query, with the lists and objects of each level.
    func explain<M: Model>(_ query: Query<M>, _ selection: Selection) throws -> QueryPlan {
        try access.operating {
            let entity = try access.coordinator.entity(of: M.self)
            let levels = SelectedLevels(self, lifting: query.lifted, at: try .now())
            var plan = try explain(query, .expressions(LevelKeys(selection, from: entity).columns))
            plan.core += try access.naming(M.self) {
                try levels.notes(
                    on: selection.levels, of: [ExpressionTree.Around(entity, at: [])], [])
            }
            return plan
        }
    }
}
