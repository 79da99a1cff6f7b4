internal import GranaryStore

/// How a request is answered: the way to the rows, the checks on each of them, and their order.
///
/// The plan of key-value stores has the same parts but is separate: its ways are ranges of encoded keys that an engine
/// reads and may fail at, and it weighs them by the cost of a step and a look-up there; here they are nodes of a tree.
struct RequestPlan {
    let request: FetchRequest
    let layout: TableLayout
    let table: TableState
    /// Follows relationships in the state that is read.
    let source: StateSource
    /// The conditions that are checked on each row, from left to right, with their positions in the predicate.
    private(set) var residual: [(position: Int, condition: BoundExpression)] = []
    /// How many conditions the predicate has.
    let conditionCount: Int
    /// Sorts the rows; `nil` when they come in order, or need none.
    private(set) var sorter: RowSorter?
    /// The way to the rows; `nil` when they are found by their keys.
    private(set) var path: AccessPath?
    /// Whether the rows are read in reverse.
    private(set) var isReversed = false

    /// Plans a request; without need for an order, the rows may come in any.
    ///
    /// - Throws: ``GranaryError/Code/query`` for every mistake in the request.
    init(
        _ request: FetchRequest, _ store: StoreLayout, _ state: StoreState, isOrderNeeded: Bool = true
    ) throws {
        try request.validate()
        self.request = request
        layout = try store.table(of: request.entity)
        table = state.tables[layout.position]
        source = StateSource(store, state)
        let binder = store.binder(for: request.entity)
        let conditions = try PlannedConditions(request.predicate, binder)
        conditionCount = conditions.count
        let sorter = try RowSorter(request.sort, binder)
        let wanted = isOrderNeeded ? WantedOrder(request, sorter) : nil
        if case .keys = request.selection {
            // The keys name the rows already, so no index can narrow them further.
            residual = try conditions.remaining()
            isReversed = sorter.isKeyDescending
            if let wanted, wanted.columns != layout.key { self.sorter = sorter }
            return
        }
        let path = bestPath(conditions.tests, wanted, conditions.count)
        residual = try conditions.remaining(path.satisfied)
        if wanted != nil {
            isReversed = sorter.isKeyDescending
            if !path.isOrdered { self.sorter = sorter }
        }
        self.path = path
    }

    /// The way that costs least.
    private func bestPath(
        _ tests: [IndexableTest.Placed], _ wanted: WantedOrder?, _ conditions: Int
    ) -> AccessPath {
        if let selected = selectedPath() { return ordered(selected, wanted) }
        var candidates: [(path: AccessPath, cost: Double)] = []
        for order in table.orders.indices {
            let path = ordered(RangeFinder.path(order: order, of: table, tests: tests), wanted)
            // It leads to no row that is not wanted, in their order: no other way leads to fewer.
            if path.satisfied.count == conditions, path.isOrdered || wanted == nil { return path }
            candidates.append((path, cost(path, wanted)))
        }
        return candidates.min { $0.cost < $1.cost }?.path ?? AccessPath(order: 0)
    }

    private func ordered(_ path: AccessPath, _ wanted: WantedOrder?) -> AccessPath {
        guard let wanted else { return path }
        var path = path
        path.isOrdered = wanted.isServed(by: layout.orders[path.order].columns, fixed: path.fixedColumns)
        return path
    }

    /// The way to the rows that refer to certain objects, when the request selects those.
    private func selectedPath() -> AccessPath? {
        guard case .referring(let name, let keys) = request.selection,
            let columns = request.entity.relationship(name).map({ Array($0.columns) }),
            let order = layout.order(beginningWith: columns)
        else { return nil }
        let test = IndexableTest(columns: columns, holdOneOf: keys.map(\.values), in: request.entity)
        var path = RangeFinder.path(order: order, of: table, tests: [(-1, test)])
        // The selection is not a condition of the predicate, so it answers none.
        path.satisfied = []
        return path
    }

    /// The cost of a way on which rows are checked or sorted afterwards: the visited ones, and more if they have to be
    /// sorted.
    private func cost(_ path: AccessPath, _ wanted: WantedOrder?) -> Double {
        let rows = path.estimatedRows(in: table.orders[path.order])
        guard wanted != nil else { return rows }
        if !path.isOrdered { return rows * 3 }
        // With a limit, the first rows that hold may be found early.
        return request.lastPosition == nil ? rows : rows * 0.9
    }
}
