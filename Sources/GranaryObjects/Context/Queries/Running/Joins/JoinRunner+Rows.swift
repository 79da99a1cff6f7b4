extension JoinRunner {
    /// The rows of the result.
    ///
    /// - Throws: ``GranaryError/Code/query`` for a mistake, and for a join that would compare too many pairs; any error from
    ///   reading rows and from evaluating the expressions.
    func rows() throws -> [[Value]] {
        try checkResults()
        if conditions.keys.isEmpty { try requireBound(sizes()) }
        if let rows = try storeRows() { return rows }
        switch results {
        case .columns(let trees):
            let bound = try trees.map { try binder.bind($0) }
            return try ordered().map { row in
                try bound.map { try $0.evaluate(row, in: NullRow.shared) }
            }
        case .groups(let request):
            var evaluator = try AggregateEvaluator(request, binder)
            if pairs.hasRange {
                for row in try ordered() { try evaluator.add(row, in: NullRow.shared) }
            } else {
                try forEachPair { try evaluator.add($0, in: NullRow.shared) }
            }
            return try queries.namingSums(of: request) { try evaluator.results() }
        }
    }

    /// The pairs of the answer, in their order.
    private func ordered() throws -> [JoinedRow] {
        let sorter = try RowSorter(pairs.sort, binder)
        var buffer = SortBuffer<JoinedRow>(sorter, limit: pairs.lastPosition)
        try forEachPair { try buffer.add($0.copy(), in: NullRow.shared) }
        return pairs.range(of: buffer.finish())
    }

    /// Passes each pair to a closure, in any order; the row is another one with the next call.
    private func forEachPair(_ body: (JoinedRow) throws -> Void) throws {
        let sizes = try sizes()
        let kept = sizes.kept
        var matcher = try JoinMatcher(
            conditions, own: unasked, missing: try missing(), keeping: kept, split: layout.split, binder)
        if sizes.first == 0 || sizes.second == 0 && !keepsUnpaired { return }
        try forEachRow(request(kept), isWhole: true) { try matcher.keep($0) }
        var passing = request(kept.other)
        if passesKeys(sizes) {
            for (position, key) in conditions.keys.enumerated() where key.isPassed {
                let value = layout.seen(key.value(of: kept.other), from: kept.other, passing.columns)
                let wanted = ExpressionTree.isIn(value, try matcher.keptValues(at: position))
                passing.rows.predicate = passing.rows.predicate.map { .both($0, wanted) } ?? wanted
            }
        }
        try forEachRow(passing, isWhole: false) { try matcher.pass($0, body) }
        try matcher.finish(body)
    }

    /// The columns of a missing partner, as expressions have them at the end of an empty relationship; `nil` where every
    /// object needs a partner.
    private func missing() throws -> [Value]? {
        guard keepsUnpaired else { return nil }
        let binder = queries.graph.binder(second.rows.entity)
        return try second.columns.map {
            try binder.bind($0).evaluate(NullRow.shared, in: NullRow.shared)
        }
    }

    /// Passes the columns of each row of a side to a closure; `isWhole` says whether they may all be in memory at once.
    private func forEachRow(
        _ request: SelectRequest, isWhole: Bool, _ body: ([Value]) throws -> Void
    ) throws {
        let (graph, entity) = (queries.graph, request.rows.entity)
        let bound = try request.columns.map { try graph.binder(entity).bind($0) }
        // Rows under a cursor cannot follow relationships.
        if isWhole || bound.contains(where: \.usesRelationships),
            let rows = try queries.storeValues(request.rows, request.columns)
        {
            return try rows.forEach(body)
        }
        func read<M: Model>(_ type: M.Type) throws {
            try queries.forEachRow(type, request.rows, request.columns) { row, source in
                try body(try bound.map { try $0.evaluate(row, in: source) })
            }
        }
        try read(graph.tables[entity.index].modelType())
    }
}
