/// Follows an aggregate over the objects of a query, or over each group of them.
struct AggregateFollower<M: Model>: LiveFollower {
    let evaluator: QueryEvaluator<M>?
    let others: Set<Int>
    private let query: Query<M>
    private let grouping: Grouping
    /// Keeps the aggregate up to date; `nil` if the query runs again after each save.
    private var tally: AggregateTally?
    /// Whether the tally knows the current rows.
    private var isTallied = false
    /// The last read.
    private var readVersion = ReadVersion(barrier: 0)
    private let entity: Entity
    private var rows: [[Value]]?

    /// - Throws: ``GranaryError/Code/query`` for a query that a fetch refuses too.
    init(_ query: Query<M>, _ grouping: Grouping, _ entity: Entity, in schema: Schema) throws {
        self.query = query
        self.grouping = grouping
        self.entity = entity
        // An aggregate does not depend on the order of the query.
        var unordered = query
        if query.limit == nil { unordered.sort = [] }
        let evaluator = try QueryEvaluator(unordered, entity, in: schema)
        try FetchRequest.validateRange(query.offset, query.limit, of: entity)
        var rows = FetchRequest(entity: entity)
        rows.offset = query.offset
        rows.limit = query.limit
        let request = grouping.request(rows)
        let binder = ExpressionBinder(entity, in: schema)
        // Finds the mistakes that the first request, without the arrangement, would not show.
        _ = try AggregateEvaluator(request, binder)
        if evaluator != nil, !request.asksForNow, !request.hasSubqueries {
            tally = try AggregateTally(request, binder)
        }
        self.evaluator = tally == nil ? nil : evaluator
        others =
            tally == nil
            ? try query.entitiesOnPaths(
                from: entity, and: request.rowExpressions + request.groupExpressions, in: schema) : []
    }

    var asksAgain: Bool {
        AggregateRequest.computed(grouping.columns, grouping.having).contains { column in
            switch column {
            case .minimum, .maximum: true
            default: false
            }
        }
    }

    // MARK: Results

    var present: [[Value]]? { rows }

    static func difference(from former: [[Value]], to newest: [[Value]]) -> [[Value]]? {
        former == newest ? nil : newest
    }

    // MARK: Running the query

    nonisolated(nonsending) mutating func run(_ stores: LiveStores, hasOverflowed: Bool) async throws
        -> [[Value]]?
    {
        isTallied = false
        if let tally {
            var first = grouping
            (first.columns, first.having, first.order) = (tally.firstColumns, nil, [])
            (first.offset, first.limit) = (0, nil)
            do {
                let (found, readVersion) = try await select(first, stores)
                self.tally?.begin(with: found)
                (isTallied, self.readVersion) = (true, readVersion)
                return changed(try self.tally?.results() ?? [])
            } catch GranaryError.Code.overflow {
                // A mean may have a value where the sum has none.
                isTallied = false
            }
        }
        return changed(try await select(grouping, stores).rows)
    }

    private nonisolated(nonsending) func select(_ grouping: Grouping, _ stores: LiveStores) async throws
        -> (rows: [[Value]], readVersion: ReadVersion)
    {
        let query = query
        let (rows, readVersion) = try await stores.read(entity) {
            try $0.select(query, columns: .groups(grouping))
        }
        return (rows, readVersion)
    }

    private mutating func changed(_ found: [[Value]]) -> [[Value]]? {
        if found == rows { return nil }
        rows = found
        return found
    }

    // MARK: Evaluating saves

    nonisolated(nonsending) mutating func follow(_ saves: [LiveSave<M>], _ stores: LiveStores) async throws
        -> [[Value]]?
    {
        guard isTallied, try tally(saves), let tally else {
            return try await run(stores, hasOverflowed: false)
        }
        do {
            return changed(try tally.results())
        } catch GranaryError.Code.overflow {
            return try await run(stores, hasOverflowed: false)
        }
    }

    /// Updates the tally from saves; returns whether the aggregate is still known.
    private mutating func tally(_ saves: [LiveSave<M>]) throws -> Bool {
        guard let evaluator else { return false }
        for save in saves {
            if let number = readVersion.number {
                if save.changes.number <= number { continue }
            } else if save.ticket <= readVersion.barrier {
                // It may or may not be among the rows that were read.
                return false
            }
            for update in save.changes.updated {
                if !(try leave(update.before, evaluator)) { return false }
                try enter(update.after, evaluator)
            }
            for deletion in save.changes.deleted where !(try leave(deletion.before, evaluator)) {
                return false
            }
            for snapshot in save.changes.inserted { try enter(snapshot, evaluator) }
        }
        return true
    }

    private mutating func enter(_ snapshot: M.Snapshot, _ evaluator: QueryEvaluator<M>) throws {
        if let row = try evaluator.values(of: snapshot) { try tally?.add(row) }
    }

    private mutating func leave(_ snapshot: M.Snapshot, _ evaluator: QueryEvaluator<M>) throws -> Bool {
        guard let row = try evaluator.values(of: snapshot) else { return true }
        return try tally?.remove(row) ?? false
    }
}
