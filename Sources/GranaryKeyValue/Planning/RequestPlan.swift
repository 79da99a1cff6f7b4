internal import GranaryStore

/// The plan for a request: the path to the rows, the conditions to check on each of them, and the sorting.
///
/// The memory store's plan has the same parts but is separate. Its paths are nodes of a tree that cost nothing. Here
/// they are ranges of encoded keys, which may be intersected, and reading them can fail.
struct RequestPlan {
    let request: FetchRequest
    let table: TableLayout
    let view: ReadView
    let flag: InterruptFlag
    /// Follows relationships in the snapshot.
    let source: SnapshotSource
    /// The conditions to check on each row, from left to right, with their positions in the predicate.
    private(set) var residual: [(position: Int, condition: BoundExpression)] = []
    /// The number of conditions in the predicate.
    let conditionCount: Int
    /// Sorts the rows; `nil` if they come in order or need none.
    private(set) var sorter: RowSorter?
    /// The path to the rows; `nil` if they are found by their keys.
    private(set) var path: AccessPath?
    /// Whether the path is read backwards.
    private(set) var isReversed = false

    /// Plans a request; without `isOrderNeeded`, the rows may come in any order.
    ///
    /// - Throws: `GranaryError.Code.query` for every mistake in the request.
    init(
        _ request: FetchRequest, _ layout: StoreLayout, _ view: ReadView, _ flag: InterruptFlag,
        isOrderNeeded: Bool = true
    ) throws {
        try request.validate()
        self.request = request
        self.view = view
        self.flag = flag
        table = try layout.table(of: request.entity)
        source = SnapshotSource(layout, view)
        let binder = layout.binder(for: request.entity)
        let conditions = try PlannedConditions(request.predicate, binder)
        conditionCount = conditions.count
        let sorter = try RowSorter(request.sort, binder)
        let wanted = isOrderNeeded ? WantedOrder(request, sorter) : nil
        let grouped = request.groupingColumns
        if case .keys = request.selection {
            // The keys name the rows already, so no index can narrow them further.
            residual = try conditions.remaining()
            isReversed = sorter.isKeyDescending
            if let wanted, wanted.columns != table.key { self.sorter = sorter }
            return
        }
        var path = try bestPath(conditions.tests, wanted, conditions.count)
        if let wanted, !grouped.isEmpty {
            path.isOrdered = wanted.isServed(by: table.orderColumns(path.order), fixed: grouped)
        }
        residual = try conditions.remaining(path.satisfied)
        if wanted != nil {
            isReversed = sorter.isKeyDescending
            // The cursors of an intersection only move forwards.
            if !path.isOrdered || (path.isIntersection && isReversed) { self.sorter = sorter }
        }
        self.path = path
    }

    /// The path with the lowest cost.
    private func bestPath(
        _ tests: [IndexableTest.Placed], _ wanted: WantedOrder?, _ conditions: Int
    ) throws -> AccessPath {
        if let selected = try selectedPath() { return ordered(selected, wanted) }
        var candidates: [AccessPath] = []
        for order in 0..<table.orderCount {
            let path = ordered(RangeFinder.path(order: order, of: table, tests: tests), wanted)
            // It leads to no row that is not wanted, in their order. Other paths read as many and sort them, unless the
            // primary key has the order too, which takes no look-ups.
            if path.isOrdered, path.satisfied.count == conditions, !(candidates.first?.isOrdered ?? false) {
                return path
            }
            // An index that neither narrows nor sorts only adds a look-up per row.
            if order == 0 || !path.satisfied.isEmpty || path.isOrdered { candidates.append(path) }
        }
        // An estimate reads entries, which is unnecessary for a single candidate.
        if candidates.count > 1 {
            for index in candidates.indices {
                candidates[index].estimate = try PathEstimate(view).rows(candidates[index], of: table)
            }
        }
        if let intersection = intersection(of: candidates, wanted) { candidates.append(intersection) }
        let best = candidates.min { cost($0, wanted, conditions) < cost($1, wanted, conditions) }
        return best ?? RangeFinder.path(order: 0, of: table, tests: [])
    }

    private func ordered(_ path: AccessPath, _ wanted: WantedOrder?) -> AccessPath {
        guard let wanted else { return path }
        var path = path
        path.isOrdered = wanted.isServed(by: table.orderColumns(path.order), fixed: path.fixedColumns)
        return path
    }

    /// The path to rows that refer to selected objects, if the request selects such rows.
    private func selectedPath() throws -> AccessPath? {
        guard case .referring(let name, let keys) = request.selection,
            let columns = request.entity.relationship(name).map({ Array($0.columns) }),
            let order = table.order(beginningWith: columns)
        else { return nil }
        let test = IndexableTest(columns: columns, holdOneOf: keys.map(\.values), in: request.entity)
        var path = RangeFinder.path(order: order, of: table, tests: [(-1, test)])
        // The selection is no condition of the predicate, so it satisfies none.
        path.satisfied = []
        let filter = ReferenceFilter(columns, of: table, keys: keys)
        guard order > 0, try filter.isBetter(than: path.ranges, of: table, in: view, flag) else {
            return path
        }
        var all = RangeFinder.path(order: 0, of: table, tests: [])
        all.filter = filter
        return all
    }

    /// The intersection of several indexes with many entries each.
    private func intersection(of candidates: [AccessPath], _ wanted: WantedOrder?) -> AccessPath? {
        let parts = candidates.filter { path in
            // Only entries of a single value are sorted by the keys of their rows, and a path with few rows is best
            // alone.
            path.isOneValue && path.order > 0 && !table.indexes[path.order - 1].isUnique
                && table.indexes[path.order - 1].keyPositions == nil && path.isOneRange
                && path.estimate >= Double(PathEstimate.sample)
                && path.fixedColumns == Set(table.indexes[path.order - 1].columns)
        }
        guard var whole = parts.first, parts.count > 1 else { return nil }
        for part in parts.dropFirst() where !part.satisfied.isSubset(of: whole.satisfied) {
            whole.others.append(part)
            whole.satisfied.formUnion(part.satisfied)
            whole.fixedColumns.formUnion(part.fixedColumns)
            // An index is assumed to leave a tenth of the rows of another.
            whole.estimate = min(whole.estimate, part.estimate) / 10
        }
        whole.isOrdered = wanted?.isServed(by: table.key, fixed: whole.fixedColumns) ?? false
        return whole.isIntersection ? whole : nil
    }

    /// The cost of a path: the rows that it reads, four times as much through an index, which has to look up each row,
    /// and more if the rows have to be sorted, which also takes memory.
    private func cost(_ path: AccessPath, _ wanted: WantedOrder?, _ conditions: Int) -> Double {
        let perRow = path.order == 0 ? 1.0 : 4.0
        guard wanted != nil else { return path.estimate * perRow }
        if !path.isOrdered { return path.estimate * (perRow + 4) }
        guard let last = request.lastPosition, path.satisfied.count == conditions else {
            return path.estimate * perRow
        }
        return min(path.estimate, Double(last)) * perRow
    }
}

extension FetchRequest {
    /// The columns of the reference by which rows are selected; their order does not matter, because sorting only
    /// applies among rows with the same values in them.
    fileprivate var groupingColumns: Set<Int> {
        guard case .referring(let name, _) = selection, sort.isEmpty, !hasRange else {
            return []
        }
        return Set(entity.relationship(name)?.columns ?? 0..<0)
    }
}
