/// Decides from values alone whether a query has an object in its result, and where.
struct QueryEvaluator<M: Model>: Sendable {
    /// The entity of the query.
    let entity: Entity
    /// The most rows of the result; `nil` for no limit.
    let limit: Int?
    /// The condition for a save to change the result; `nil` if any may.
    ///
    /// A save of a row that meets the condition neither before nor after can be left out, regardless of the known rows:
    /// another save brought such a row into the result or took it out, and the values before and after that save show
    /// it.
    let observed: ObservedCondition?
    private let condition: BoundExpression?
    private let sorter: RowSorter
    private let sort: [SortTerm]

    /// Binds a query; `nil` for one that skips objects or follows relationships, whose result depends on other rows, and
    /// for one that asks for the current time.
    ///
    /// - Throws: ``GranaryError/Code/query`` for a query that a fetch refuses too.
    init?(_ query: Query<M>, _ entity: Entity, in schema: Schema) throws {
        if let problem = query.problem { throw problem }
        let binder = ExpressionBinder(entity, in: schema)
        let seen = try query.filtered(from: entity, in: schema)
        condition = try seen.predicate.map { try binder.bindCondition($0) }
        observed = condition.map { ObservedCondition($0, on: entity) }
        sorter = try RowSorter(seen.sort, binder)
        sort = query.sort
        limit = query.limit
        self.entity = entity
        // A negative limit is refused by the fetch.
        if query.offset != 0 || query.cursor != nil || (limit ?? 0) < 0
            || condition?.usesRelationships == true || seen.predicate?.asksForNow == true
            || query.sort.contains(where: { $0.expression.asksForNow })
        {
            return nil
        }
        if sorter.terms.contains(where: \.usesRelationships) { return nil }
    }

    /// The row of an object that the query has; `nil` if the query does not have it.
    ///
    /// - Throws: errors of the evaluation, as a fetch does.
    func row(_ snapshot: M.Snapshot, version: Int64) throws -> LiveRow<M>? {
        guard let values = try values(of: snapshot) else { return nil }
        var order: [Value] = []
        try sorter.appendKeys(of: values, in: NullRow.shared, to: &order)
        return LiveRow(snapshot, snapshot.objectID.key.keyBits, version: version, order: order)
    }

    /// Memory for one row after the other, so that rows outside of the query cost no memory.
    struct Room {
        fileprivate let values: ValueCollector
        /// The order of the last examined row, if the query has it.
        fileprivate(set) var order: [Value] = []
    }

    /// Makes room to examine rows.
    func makeRoom() -> Room { Room(values: ValueCollector(columns: entity.columns.count)) }

    /// Whether the query has an object; the room then has its order.
    ///
    /// - Throws: errors of the evaluation, as a fetch does.
    func has(_ snapshot: M.Snapshot, _ room: inout Room) throws -> Bool {
        room.values.clear()
        try snapshot.encode(.all, of: entity, into: room.values)
        if let condition, try !condition.holds(room.values, in: NullRow.shared) { return false }
        room.order.removeAll(keepingCapacity: true)
        try sorter.appendKeys(of: room.values, in: NullRow.shared, to: &room.order)
        return true
    }

    /// The values of an object that the query has; `nil` if the query does not have it.
    ///
    /// - Throws: errors of the evaluation, as a fetch does.
    func values(of snapshot: M.Snapshot) throws -> ValueRow? {
        let values = ValueRow(try snapshot.columnValues(of: entity))
        if let condition, try !condition.holds(values, in: NullRow.shared) { return nil }
        return values
    }

    /// Whether a row comes before another in the query's order.
    func precedes(_ left: [Value], _ right: [Value]) -> Bool {
        sorter.precedes(left, at: 0, right, at: 0)
    }

    /// Whether neither of two orders comes before the other.
    func haveSamePlace(_ left: [Value], _ right: [Value]) -> Bool {
        !precedes(left, right) && !precedes(right, left)
    }

    /// The condition for the rows after an order.
    func condition(behind order: [Value]) -> ExpressionTree {
        let position = RowPosition(sort, of: entity)
        let keys = entity.keyColumns.map {
            ExpressionTree.attribute(path: [], name: entity.attributes[$0].name)
        }
        let parts = sort.map(\.expression) + keys
        // A repeated expression decides only once.
        let values = position.columns.compactMap { column in
            parts.firstIndex(of: column.expression).map { order[$0] }
        }
        return position.rows(behind: values)
    }

    /// The position of the first row that does not come before an order.
    ///
    /// Complexity: O(log *n*).
    func position(of order: [Value], in rows: [LiveRow<M>]) -> Int {
        var (low, high) = (0, rows.count)
        while low < high {
            let middle = (low + high) / 2
            if precedes(rows[middle].order, order) { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
