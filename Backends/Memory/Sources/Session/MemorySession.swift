internal import GranaryStore

/// One conversation with a ``MemoryStore``.
///
/// Used by one thread at a time.
final class MemorySession: GatedSession, LookupSession, OrderedSession {
    let store: MemoryStore
    let flag = InterruptFlag()
    /// The state that is read until the next commit or refresh; `nil` before the first read.
    private var snapshot: StoreState?
    /// The life of the snapshot, which its cursors share, to know when it ends.
    private var life = SnapshotLife()
    var staged: CommitBuilder?
    /// The cursor of all look-ups, one after the other.
    private let single = MemoryCursor(nil, SnapshotLife())
    private(set) var isEnded = false
    /// The entity of the last row look-up, which the layout keeps, and its rows by key, which the snapshot keeps.
    @exclusivity(unchecked) private var lastEntity: Unmanaged<Entity>?
    @exclusivity(unchecked) private var lastKeys: Unmanaged<KeyIndex>?

    init(_ store: MemoryStore) { self.store = store }

    deinit { abandonStaged() }

    var layout: StoreLayout { store.layout }

    var gate: CommitGate { store.gate }

    func named(_ error: any Error) -> any Error { store.named(error) }

    /// The state this session reads.
    private func reading() -> StoreState {
        if let snapshot { return snapshot }
        let state = store.currentState
        snapshot = state
        return state
    }

    /// Ends the snapshot, and with it every cursor over it.
    private func endSnapshot() {
        single.close()
        (lastEntity, lastKeys) = (nil, nil)
        snapshot = nil
        life.isOver = true
        life = SnapshotLife()
    }
}

extension MemorySession {
    func fetch(_ request: FetchRequest) throws -> FetchAnswer {
        try call {
            if let key = request.onlyKey {
                let row = try find(key, of: request.entity)?.takeUnretainedValue()
                return FetchAnswer(cursor: MemoryCursor(row, life))
            }
            let stream = try RequestPlan(request, layout, reading()).stream(flag)
            return FetchAnswer(cursor: MemoryCursor(stream, life))
        }
    }

    func row(_ key: ObjectKey, of entity: Entity) throws -> (any RowCursor)? {
        try call {
            guard let row = try find(key, of: entity) else { return nil }
            single.stand(on: row)
            return single
        }
    }

    /// The row with a key, which is kept as long as the snapshot.
    private func find(_ key: ObjectKey, of entity: Entity) throws -> Unmanaged<StoredRow>? {
        if lastEntity?.toOpaque() == Unmanaged.passUnretained(entity).toOpaque(),
            case .row(let row)? = lastKeys?._withUnsafeGuaranteedRef({ $0.findAtOnce(key) })
        {
            return row
        }
        let table = try layout.table(of: entity)
        let state = reading().tables[table.position]
        if table.entity === entity {
            (lastEntity, lastKeys) = (.passUnretained(entity), .passUnretained(state.keys))
        }
        return state.keys.find(key, in: state.orders[0])
    }

    func count(_ request: FetchRequest) throws -> Int? {
        try call { try RequestPlan(request, layout, reading(), isOrderNeeded: false).count(flag) }
    }

    func select(_ request: SelectRequest) throws -> [[Value]]? {
        try call {
            let binder = layout.binder(for: request.rows.entity)
            let columns = try request.columns.map { try binder.bind($0) }
            let plan = try RequestPlan(request.rows, layout, reading())
            let stream = try plan.stream(flag)
            var rows: [[Value]] = []
            while let row = try stream.next() {
                rows.append(try columns.values(on: row, in: plan.source))
            }
            return rows
        }
    }

    func select(
        _ request: SelectRequest, _ row: (any RowCursor, [SelectRequest.Column]) throws -> Bool
    ) throws -> Bool? {
        try call {
            let binder = layout.binder(for: request.rows.entity)
            let bound = try request.columns.map { try binder.bind($0) }
            let plan = try RequestPlan(request.rows, layout, reading())
            let stream = try plan.stream(flag)
            let own = bound.compactMap(\.ownColumn)
            if own.count == bound.count {
                let cursor = MemoryCursor(nil, life)
                defer { cursor.close() }
                while let found = try stream.next() {
                    cursor.stand(on: .passUnretained(found))
                    // The cursor does not keep the row.
                    let isTaken = try withExtendedLifetime(found) { try row(cursor, own) }
                    if !isTaken { return false }
                }
                return true
            }
            let cursor = ValueCursor(rows: [])
            let columns = bound.enumerated().map { SelectRequest.Column(position: $0, type: $1.kind.type) }
            while let found = try stream.next() {
                cursor.stand(on: try bound.values(on: found, in: plan.source))
                if try !row(cursor, columns) { return false }
            }
            return true
        }
    }

    func aggregate(_ request: AggregateRequest) throws -> [[Value]]? {
        try call {
            var evaluator = try AggregateEvaluator(request, layout.binder(for: request.rows.entity))
            let plan = try RequestPlan(request.rows, layout, reading(), isOrderNeeded: request.rows.hasRange)
            let stream = try plan.stream(flag)
            while let row = try stream.next() { try evaluator.add(row, in: plan.source) }
            return try evaluator.results()
        }
    }

    func links(
        _ table: LinkTable, fromFirst: Bool, of keys: [ObjectKey]
    ) throws -> [(ObjectKey, ObjectKey)] {
        try call {
            let source = StateSource(layout, reading())
            var pairs: [(ObjectKey, ObjectKey)] = []
            for key in Set(keys).sorted() {
                try flag.check()
                for pair in try source.pairs(table, fromFirst: fromFirst, of: key.values) {
                    pairs.append((pair.own, pair.other))
                }
            }
            return pairs
        }
    }

    func missing(_ keys: [ObjectKey], of entity: Entity) throws -> [ObjectKey] {
        try call {
            let rows = reading().tables[try layout.table(of: entity).position].rows
            return keys.filter { !rows.contains($0) }
        }
    }

    func explain(_ request: FetchRequest) throws -> StorePlan {
        try call { try RequestPlan(request, layout, reading()).explanation() }
    }

    func explain(_ request: SelectRequest) throws -> StorePlan? {
        try call {
            let binder = layout.binder(for: request.rows.entity)
            for column in request.columns { _ = try binder.bind(column) }
            var explanation = try RequestPlan(request.rows, layout, reading()).explanation()
            explanation.pushedDown.append("columns on each row")
            return explanation
        }
    }

    func explain(_ request: AggregateRequest) throws -> StorePlan? {
        try call {
            _ = try AggregateEvaluator(request, layout.binder(for: request.rows.entity))
            let plan = try RequestPlan(request.rows, layout, reading(), isOrderNeeded: request.rows.hasRange)
            var explanation = plan.explanation()
            explanation.pushedDown.append("groups and aggregates on each row")
            return explanation
        }
    }

    func newestSave() throws -> Int64 { try call { reading().version } }

    func refresh() throws { try call { endSnapshot() } }

    func reserveKeys(_ count: Int, of entity: Entity) throws -> Int64 {
        try call { try store.reserveKeys(count, of: layout.table(of: entity)) }
    }

    func end() {
        abandonStaged()
        endSnapshot()
        isEnded = true
    }
}

// MARK: Committing

extension MemorySession {
    func prepareToStage() throws {
        try store.requireWritable()
        endSnapshot()
    }

    func carryOut(_ changes: ChangeSet) throws -> (work: CommitBuilder, result: CommitResult) {
        let state = store.currentState
        let builder = CommitBuilder(layout, store.limits, state, version: state.version + 1, interrupt: flag)
        try builder.apply(changes)
        return (builder, CommitResult(version: builder.state.version, conflicts: builder.conflicts))
    }

    func publish(_ work: CommitBuilder) {
        store.publish(work.state, largestKeys: work.largestKeys)
        endSnapshot()
    }
}
