extension JoinRunner {
    /// The rows of the result; `nil` if they were passed to a closure as their store holds them, which no store is asked for if
    /// values are wanted.
    ///
    /// - Throws: ``GranaryError/Code/query`` for a mistake, and for a join that would compare too many pairs; any error from
    ///   reading rows and from evaluating the expressions.
    func rowsUnlessRead(asValues: Bool = false, _ read: (inout ResultReader) -> Bool) throws -> [[Value]]? {
        try checkResults()
        // Only a join without keys has a bound, which comes before every store.
        let counted = conditions.keys.isEmpty ? try sizes() : nil
        if let counted { try requireBound(counted) }
        switch try storeRows(asValues: asValues, read) {
        case .read: return nil
        case .values(let rows): return rows
        case nil: break
        }
        let sizes = try counted ?? self.sizes()
        do {
            return try coreRows(sizes, passesColumns: true)
        } catch is LeftToCore {
            return try coreRows(sizes, passesColumns: false)
        }
    }

    /// Why a join begins again: its store has left rows to the core after some had been passed, or a value cannot be read.
    ///
    /// What was made of the rows so far is dropped.
    private struct LeftToCore: Error {}

    /// The rows of the result, which the core joins; `passesColumns` says whether the store of the rows that pass by is asked
    /// for columns alone.
    private func coreRows(_ sizes: JoinSizes, passesColumns: Bool) throws -> [[Value]] {
        switch results {
        case .columns(let trees):
            let bound = try trees.map { try binder.bind($0) }
            var rows: [[Value]] = []
            try forEachInOrder(sizes, passesColumns, canFail: bound.contains(where: \.canFail)) { row in
                rows.append(try bound.values(on: row, in: NullRow.shared))
            }
            return rows
        case .groups(let request):
            var evaluator = try AggregateEvaluator(request, binder)
            if pairs.hasRange {
                try forEachInOrder(sizes, passesColumns, canFail: true) {
                    try evaluator.add($0, in: NullRow.shared)
                }
            } else {
                try forEachPair(sizes, passesColumns) { try evaluator.add($0, in: NullRow.shared) }
            }
            return try queries.namingSums(of: request) { try evaluator.results() }
        }
    }

    /// The rows of the result.
    ///
    /// Throws as ``rowsUnlessRead(asValues:_:)`` does.
    func rows() throws -> [[Value]] { try rowsUnlessRead(asValues: true) { _ in false } ?? [] }

    /// Passes the pairs of the answer to a closure, in their order; the row is another one with the next call.
    ///
    /// What can fail on a pair is computed after all pairs are found, so that it does not depend on the sizes of the sides
    /// which error comes first.
    private func forEachInOrder(
        _ sizes: JoinSizes, _ passesColumns: Bool, canFail: Bool, _ body: (JoinedRow) throws -> Void
    ) throws {
        // The rows of a side come by its keys.
        let areInOrder =
            pairs.sort.isEmpty && first.rows.sort.isEmpty && second.rows.sort.isEmpty && sizes.kept == .second
        if areInOrder, !canFail {
            var position = 0
            return try forEachPair(sizes, passesColumns) { row in
                if position >= pairs.offset, position < pairs.lastPosition ?? .max { try body(row) }
                position += 1
            }
        }
        let sorter = try RowSorter(pairs.sort, binder)
        var buffer = SortBuffer<JoinedRow>(sorter, limit: pairs.lastPosition)
        try forEachPair(sizes, passesColumns) { try buffer.add($0.copy(), in: NullRow.shared) }
        try pairs.range(of: buffer.finish()).forEach(body)
    }

    /// Passes each pair to a closure: those of a row of the side that passes by after those of the row before, and each with
    /// the kept rows in their order; the row is another one with the next call.
    private func forEachPair(
        _ sizes: JoinSizes, _ passesColumns: Bool, _ body: (JoinedRow) throws -> Void
    ) throws {
        let kept = sizes.kept
        let matcher = try JoinMatcher(
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
        if try !passesColumns || !forEachColumns(of: passing, { try matcher.pass($0, body) }) {
            try forEachRow(passing, isWhole: false) { try matcher.pass($0, body) }
        }
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

    /// Passes the columns of each row of a side to a closure, if its store passes them alone; false where the rows have to be
    /// read.
    ///
    /// - Throws: ``LeftToCore`` where the store stops after it has passed some; errors of the closure.
    private func forEachColumns(of request: SelectRequest, _ body: ([Value]) throws -> Void) throws -> Bool {
        guard let stored = try columnRequest(request) else { return false }
        var hasBegun = false
        // Of the pairs, and none of the store's.
        var failure: (any Error)?
        let session = try queries.access.session(of: request.rows.entity)
        let isRead = try session.select(stored) { cursor, columns in
            hasBegun = true
            // An error would name a column of the statement; that of the row names the property.
            guard let values = try? columns.map({ try cursor.value(at: $0.position, as: $0.type) }) else {
                return false
            }
            do {
                try body(values)
                return true
            } catch {
                failure = error
                return false
            }
        }
        // A store that has only values passes nothing, and is asked for rows.
        if hasBegun || isRead == true { queries.access.countRequests() }
        if let failure { throw failure }
        if isRead != true, hasBegun { throw LeftToCore() }
        return isRead == true
    }

    /// The request for the columns of a side, if they are its own and its store has all that chooses the rows; else `nil`.
    private func columnRequest(_ request: SelectRequest) throws -> SelectRequest? {
        let binder = queries.graph.binder(request.rows.entity)
        guard try request.columns.allSatisfy({ try binder.bind($0).ownColumn != nil }) else { return nil }
        return try queries.storeRequest(request.rows, request.columns)
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
                try body(try bound.values(on: row, in: source))
            }
        }
        try read(graph.tables[entity.index].modelType())
    }
}
