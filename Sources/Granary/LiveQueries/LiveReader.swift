/// Follows a query for one reader.
struct LiveReader<M: Model> {
    private enum Following {
        /// Judges the values of saves.
        case judging(LiveRows<M>)
        /// Runs the query again, and compares.
        case repeating([LiveRow<M>])
    }

    private let stack: PersistentStack
    private let query: Query<M>
    private var mailbox: LiveMailbox<M>?
    private var judge: QueryJudge<M>?
    /// The identifier of the store that the result is from.
    private var store: String?
    private var following: Following?
    /// How often the store could not be reached, one time after the other.
    private var failures = 0

    init(_ stack: PersistentStack, _ query: Query<M>) {
        self.stack = stack
        self.query = query
    }

    /// The next result that differs from the last one.
    nonisolated(nonsending) mutating func next() async throws -> LiveResult<M>? {
        let entity = try stack.observedEntity(of: M.self).get()
        let mailbox = try openMailbox(entity)
        while !Task.isCancelled {
            let news = mailbox.take()
            do {
                let result = try await result(after: news, entity)
                failures = 0
                if let result { return result }
            } catch {
                mailbox.noteUnknown()
                if Task.isCancelled { return nil }
                guard let known = error as? GranaryError, known.code.isRetryable else { throw error }
                await pause(after: known)
                continue
            }
            if news.isEmpty { await mailbox.wait() }
        }
        return nil
    }

    /// Reports that the store cannot be reached, and waits: a tenth of a second, twice as long each time, up to five seconds.
    private nonisolated(nonsending) mutating func pause(after error: GranaryError) async {
        stack.unattended.report(
            error, during: .following,
            "The result of a live query could not be read; it is read again in a moment.")
        let length = Swift.min(Duration.milliseconds(100 << Swift.min(failures, 6)), .seconds(5))
        failures += 1
        // A cancelled task ends the loop.
        try? await stack.clock.sleep(for: length)
    }

    private mutating func openMailbox(_ entity: Entity) throws -> LiveMailbox<M> {
        if let mailbox { return mailbox }
        judge = try QueryJudge(query, entity, in: stack.schema)
        let others = judge == nil ? query.entitiesOnPaths(from: entity) : []
        let made = LiveMailbox<M>(
            entity.index, with: others, repeats: judge == nil, stack.broadcaster.observers)
        mailbox = made
        return made
    }

    private nonisolated(nonsending) mutating func result(after news: LiveMailbox<M>.News, _ entity: Entity)
        async throws -> LiveResult<M>?
    {
        if following == nil || news.isUnknown { return try await runAgain(entity) }
        let coordinator = try? stack.coordinator()
        if let store = coordinator?.identifier(ofStoreOf: entity), store != self.store {
            return try await runAgain(entity)
        }
        if !news.isEmpty { return try await judge(news, entity) }
        _ = try stack.coordinator().storeIndex(of: entity)
        return nil
    }

    // MARK: Running the query

    /// Runs the query, and compares its result with the former one.
    private nonisolated(nonsending) mutating func runAgain(
        _ entity: Entity, after former: ArraySlice<LiveRow<M>>? = nil
    ) async throws -> LiveResult<M>? {
        let coordinator = try stack.coordinator()
        _ = try coordinator.storeIndex(of: entity)
        let (rows, barrier) = try await found()
        let former = former ?? result
        store = coordinator.identifier(ofStoreOf: entity)
        if let judge {
            var live = LiveRows(judge)
            live.begin(with: rows, upTo: barrier)
            following = .judging(live)
        } else {
            following = .repeating(rows)
        }
        guard let former else { return LiveResult(result ?? [], [], isFirst: true) }
        return changed(ResultDifference.changes(from: former, to: result ?? []))
    }

    /// The present result; `nil` before the first one.
    private var result: ArraySlice<LiveRow<M>>? {
        switch following {
        case .judging(let rows): rows.result
        case .repeating(let rows): rows[...]
        case nil: nil
        }
    }

    private func changed(_ changes: [ResultChange<M.Snapshot>]) -> LiveResult<M>? {
        changes.isEmpty ? nil : LiveResult(result ?? [], changes, isFirst: false)
    }

    private nonisolated(nonsending) func found() async throws -> (rows: [LiveRow<M>], barrier: UInt64) {
        var query = query
        if judge != nil { query.limit = query.limit.map(LiveRows<M>.reserved) }
        let (judge, wanted) = (judge, query)
        return try await read { context in
            try context.fetch(wanted).compactMap { object in
                let version = object.objectState.version
                if let judge { return try judge.row(object.snapshot, version: version) }
                return LiveRow(object.snapshot, object.objectKey.keyBits, version: version, order: [])
            }
        }
    }

    /// Reads in a new snapshot, and tells the number of the last commit that may be in it.
    private nonisolated(nonsending) func read(
        _ body: @escaping @Sendable (ManagedContext) throws -> [LiveRow<M>]
    ) async throws -> (rows: [LiveRow<M>], barrier: UInt64) {
        var options = ContextOptions()
        options.saves = .refuse
        let broadcaster = stack.broadcaster
        return try await stack.performOnStores(options) { context in
            let rows = try body(context)
            return (rows, broadcaster.newestTicket)
        }
    }

    // MARK: Judging saves

    private nonisolated(nonsending) mutating func judge(_ news: LiveMailbox<M>.News, _ entity: Entity)
        async throws -> LiveResult<M>?
    {
        guard case .judging(var rows) = following, let judge else { return try await runAgain(entity) }
        let former = judge.limit == nil ? nil : rows.result
        // Without another reference to the rows, changing them copies nothing.
        following = nil
        defer { if following == nil { following = .judging(rows) } }
        var touched: [KeyBits: LiveRow<M>?] = [:]
        var doubts: LiveRows<M>.Doubts = [:]
        for save in news.saves {
            doubts.merge(try rows.judge(save.changes, ticket: save.ticket, &touched)) { $1 }
        }
        if !doubts.isEmpty {
            let ids = Array(doubts.values)
            let (found, barrier) = try await read { context in
                try context.objects(ids).compactMap {
                    try judge.row($0.snapshot, version: $0.objectState.version)
                }
            }
            rows.settle(doubts, with: found, upTo: barrier, &touched)
        }
        let changes = rows.place(touched)
        following = .judging(rows)
        if let former, rows.isShort { return try await runAgain(entity, after: former) }
        return changed(changes)
    }
}
