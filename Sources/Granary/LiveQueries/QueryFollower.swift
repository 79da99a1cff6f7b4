/// Follows the objects of a query.
struct QueryFollower<M: Model>: LiveFollower {
    private enum Following {
        /// Decides from the values of saves.
        case evaluating(LiveRows<M>)
        /// Runs the query again, and compares.
        case repeating([LiveRow<M>])
    }

    let evaluator: QueryEvaluator<M>?
    let others: Set<Int>
    private let entity: Entity
    private var query: Query<M>
    private var following: Following?
    /// The presence of the result's store.
    private var presence: StorePresence?

    /// - Throws: ``GranaryError/Code/query`` for a query that a fetch refuses too.
    init(_ query: Query<M>, _ entity: Entity, in schema: Schema) throws {
        self.query = query
        self.entity = entity
        // Snapshots hold no relationships.
        self.query.prefetch = []
        try FetchRequest.validateRange(query.offset, query.limit, of: entity)
        evaluator = try QueryEvaluator(query, entity, in: schema)
        others = evaluator == nil ? try query.entitiesOnPaths(from: entity, in: schema) : []
    }

    var asksAgain: Bool { query.limit != nil }

    /// The current result; `nil` before the first one.
    private var result: ArraySlice<LiveRow<M>>? {
        switch following {
        case .evaluating(let rows): rows.result
        case .repeating(let rows): rows[...]
        case nil: nil
        }
    }

    // MARK: Results

    var present: LiveResult<M>? { result.map { LiveResult($0, [], isFirst: true, in: presence) } }

    static func difference(from former: LiveResult<M>, to newest: LiveResult<M>) -> LiveResult<M>? {
        let changes = ResultDifference.changes(from: former.rows, to: newest.rows)
        if changes.isEmpty, former.presence == newest.presence { return nil }
        return LiveResult(newest.rows, changes, isFirst: false, in: newest.presence)
    }

    // MARK: Running the query

    nonisolated(nonsending) mutating func run(_ stores: LiveStores, hasOverflowed: Bool) async throws
        -> LiveResult<M>?
    { try await run(stores, after: result, hasOverflowed: hasOverflowed) }

    /// Runs the query, and compares its result with the former one.
    private nonisolated(nonsending) mutating func run(
        _ stores: LiveStores, after former: ArraySlice<LiveRow<M>>?, hasOverflowed: Bool = false
    ) async throws -> LiveResult<M>? {
        let (rows, readVersion) = try await found(stores)
        let before = presence
        presence = stores.expected.first?.presence
        if let evaluator {
            var live = LiveRows(evaluator)
            live.begin(with: rows, at: readVersion)
            following = .evaluating(live)
        } else {
            following = .repeating(rows)
        }
        guard let former else { return LiveResult(result ?? [], [], isFirst: true, in: presence) }
        let changes = ResultDifference.changes(from: former, to: result ?? [])
        // Each evaluated save may have been a result, so the reader is notified even if all together change nothing.
        let isTold = !changes.isEmpty || hasOverflowed && evaluator != nil
        // Equal rows of another store are other objects.
        if !isTold, presence == before { return nil }
        return LiveResult(
            result ?? [], changes, isFirst: false,
            hasOverflowed: isTold && (hasOverflowed || readVersion.includesUnreported), in: presence)
    }

    private func changed(_ changes: [ResultChange<M.Snapshot>], includesUnreported: Bool) -> LiveResult<M>? {
        if changes.isEmpty { return nil }
        return LiveResult(
            result ?? [], changes, isFirst: false, hasOverflowed: includesUnreported, in: presence)
    }

    private nonisolated(nonsending) func found(_ stores: LiveStores) async throws
        -> (rows: [LiveRow<M>], readVersion: ReadVersion)
    {
        let (evaluator, wanted) = (evaluator, whole)
        let (found, readVersion) = try await stores.read(entity) { try Self.rows(wanted, in: $0, evaluator) }
        return (found, readVersion)
    }

    /// The query with the reserve of its limit.
    private var whole: Query<M> {
        var query = query
        if evaluator != nil { query.limit = query.limit.map(LiveRows<M>.reserved) }
        return query
    }

    private static func rows(_ query: Query<M>, in context: Context, _ evaluator: QueryEvaluator<M>?) throws
        -> [LiveRow<M>]
    {
        try context.fetch(query).compactMap { object in
            let version = object._objectState.version
            if let evaluator { return try evaluator.row(object.snapshot, version: version) }
            return LiveRow(object.snapshot, object.objectKey.keyBits, version: version, order: [])
        }
    }

    // MARK: Evaluating saves

    nonisolated(nonsending) mutating func follow(_ saves: [LiveSave<M>], _ stores: LiveStores) async throws
        -> LiveResult<M>?
    {
        guard case .evaluating(var rows) = following, let evaluator else {
            return try await run(stores, after: result)
        }
        let former = evaluator.limit == nil ? nil : rows.result
        // Without another reference to the rows, changing them copies nothing.
        following = nil
        defer { if following == nil { following = .evaluating(rows) } }
        var touched: [KeyBits: LiveRow<M>?] = [:]
        var uncertain: LiveRows<M>.UncertainRows = [:]
        for save in saves {
            uncertain.merge(try rows.apply(save.changes, ticket: save.ticket, &touched)) { $1 }
        }
        if !uncertain.isEmpty, rows.areOfOneVersion {
            // These rows were written by a save without a notice.
            let former = Array(rows.result)
            following = .repeating(former)
            return try await run(stores, after: former[...])
        }
        var includesUnreported = false
        if !uncertain.isEmpty {
            let ids = uncertain.values.map(\.id)
            let (found, readVersion) = try await stores.read(entity) { context in
                try context.objects(ids).compactMap {
                    try evaluator.row($0.snapshot, version: $0._objectState.version)
                }
            }
            // A later save is reported afterwards, and then changes nothing.
            includesUnreported = rows.replaceUncertain(uncertain, with: found, at: readVersion, &touched)
        }
        let changes = rows.place(touched)
        if let former, rows.gap != nil {
            // If the query fails, readers still have the former rows.
            following = .repeating(Array(former))
            return try await fill(rows, after: former, stores, includesUnreported: includesUnreported)
        }
        following = .evaluating(rows)
        return changed(changes, includesUnreported: includesUnreported)
    }

    /// Reads more rows after the held ones.
    ///
    /// If they are those of one version and the store has a newer one, the rows now after them would not fit, so the
    /// same request reads all.
    private nonisolated(nonsending) mutating func fill(
        _ present: LiveRows<M>, after former: ArraySlice<LiveRow<M>>, _ stores: LiveStores,
        includesUnreported: Bool
    ) async throws -> LiveResult<M>? {
        var (rows, includesUnreported) = (present, includesUnreported)
        while let gap = rows.gap, let evaluator {
            let (entity, whole, number) = (entity, whole, rows.number)
            var rest = whole
            let behind = evaluator.condition(behind: gap.order)
            rest.predicate = rest.predicate.map { .both($0, behind) } ?? behind
            rest.limit = gap.count
            let wanted = rest
            let ((found, isRest), readVersion) = try await stores.read(entity) { context in
                let isRest = try context.access.newestSave(of: entity) == number
                return (try Self.rows(isRest ? wanted : whole, in: context, evaluator), isRest)
            }
            includesUnreported = includesUnreported || readVersion.includesUnreported
            if isRest {
                rows.fill(gap, with: found, at: readVersion)
            } else {
                rows = LiveRows(evaluator)
                rows.begin(with: found, at: readVersion)
            }
        }
        following = .evaluating(rows)
        return changed(
            ResultDifference.changes(from: former, to: rows.result), includesUnreported: includesUnreported)
    }
}
