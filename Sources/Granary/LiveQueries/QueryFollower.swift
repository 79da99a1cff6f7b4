/// Follows the objects of a query.
struct QueryFollower<M: Model>: LiveFollower {
    private enum Following {
        /// Decides from the values of saves.
        case judging(LiveRows<M>)
        /// Runs the query again, and compares.
        case repeating([LiveRow<M>])
    }

    let judge: QueryJudge<M>?
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
        judge = try QueryJudge(query, entity, in: schema)
        others = judge == nil ? try query.entitiesOnPaths(from: entity) : []
    }

    var asksAgain: Bool { query.limit != nil }

    /// The current result; `nil` before the first one.
    private var result: ArraySlice<LiveRow<M>>? {
        switch following {
        case .judging(let rows): rows.result
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
        let (rows, moment) = try await found(stores)
        let before = presence
        presence = stores.expected.first?.presence
        if let judge {
            var live = LiveRows(judge)
            live.begin(with: rows, at: moment)
            following = .judging(live)
        } else {
            following = .repeating(rows)
        }
        guard let former else { return LiveResult(result ?? [], [], isFirst: true, in: presence) }
        let changes = ResultDifference.changes(from: former, to: result ?? [])
        // Each evaluated save may have been a result, so the reader is notified even if all together change nothing.
        let isTold = !changes.isEmpty || hasOverflowed && judge != nil
        // Equal rows of another store are other objects.
        if !isTold, presence == before { return nil }
        return LiveResult(
            result ?? [], changes, isFirst: false,
            hasOverflowed: isTold && (hasOverflowed || moment.isAhead), in: presence)
    }

    private func changed(_ changes: [ResultChange<M.Snapshot>], isAhead: Bool) -> LiveResult<M>? {
        if changes.isEmpty { return nil }
        return LiveResult(result ?? [], changes, isFirst: false, hasOverflowed: isAhead, in: presence)
    }

    private nonisolated(nonsending) func found(_ stores: LiveStores) async throws
        -> (rows: [LiveRow<M>], moment: LiveMoment)
    {
        let (judge, wanted) = (judge, whole)
        let (found, moment) = try await stores.read(entity) { try Self.rows(wanted, in: $0, judge) }
        return (found, moment)
    }

    /// The query with the reserve of its limit.
    private var whole: Query<M> {
        var query = query
        if judge != nil { query.limit = query.limit.map(LiveRows<M>.reserved) }
        return query
    }

    private static func rows(_ query: Query<M>, in context: Context, _ judge: QueryJudge<M>?) throws
        -> [LiveRow<M>]
    {
        try context.fetch(query).compactMap { object in
            let version = object._objectState.version
            if let judge { return try judge.row(object.snapshot, version: version) }
            return LiveRow(object.snapshot, object.objectKey.keyBits, version: version, order: [])
        }
    }

    // MARK: Judging saves

    nonisolated(nonsending) mutating func follow(_ saves: [LiveSave<M>], _ stores: LiveStores) async throws
        -> LiveResult<M>?
    {
        guard case .judging(var rows) = following, let judge else {
            return try await run(stores, after: result)
        }
        let former = judge.limit == nil ? nil : rows.result
        // Without another reference to the rows, changing them copies nothing.
        following = nil
        defer { if following == nil { following = .judging(rows) } }
        var touched: [KeyBits: LiveRow<M>?] = [:]
        var doubts: LiveRows<M>.Doubts = [:]
        for save in saves {
            doubts.merge(try rows.judge(save.changes, ticket: save.ticket, &touched)) { $1 }
        }
        if !doubts.isEmpty, rows.isOfOneMoment {
            // These rows were written by a save without a notice.
            let former = Array(rows.result)
            following = .repeating(former)
            return try await run(stores, after: former[...])
        }
        var isAhead = false
        if !doubts.isEmpty {
            let ids = doubts.values.map(\.id)
            let (found, moment) = try await stores.read(entity) { context in
                try context.objects(ids).compactMap {
                    try judge.row($0.snapshot, version: $0._objectState.version)
                }
            }
            // A later save is reported afterwards, and then changes nothing.
            isAhead = rows.replaceDoubtful(doubts, with: found, at: moment, &touched)
        }
        let changes = rows.place(touched)
        if let former, rows.gap != nil {
            // If the query fails, readers still have the former rows.
            following = .repeating(Array(former))
            return try await fill(rows, after: former, stores, isAhead: isAhead)
        }
        following = .judging(rows)
        return changed(changes, isAhead: isAhead)
    }

    /// Reads more rows after the held ones.
    ///
    /// If they are those of one version and the store has a newer one, the rows now after them would not fit, so the
    /// same request reads all.
    private nonisolated(nonsending) mutating func fill(
        _ present: LiveRows<M>, after former: ArraySlice<LiveRow<M>>, _ stores: LiveStores, isAhead: Bool
    ) async throws -> LiveResult<M>? {
        var (rows, isAhead) = (present, isAhead)
        while let gap = rows.gap, let judge {
            let (entity, whole, number) = (entity, whole, rows.number)
            var rest = whole
            let behind = judge.condition(behind: gap.order)
            rest.predicate = rest.predicate.map { .both($0, behind) } ?? behind
            rest.limit = gap.count
            let wanted = rest
            let ((found, isRest), moment) = try await stores.read(entity) { context in
                let isRest = try context.access.newestSave(of: entity) == number
                return (try Self.rows(isRest ? wanted : whole, in: context, judge), isRest)
            }
            isAhead = isAhead || moment.isAhead
            if isRest {
                rows.fill(gap, with: found, at: moment)
            } else {
                rows = LiveRows(judge)
                rows.begin(with: found, at: moment)
            }
        }
        following = .judging(rows)
        return changed(ResultDifference.changes(from: former, to: rows.result), isAhead: isAhead)
    }
}
