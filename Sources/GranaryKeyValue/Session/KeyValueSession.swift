internal import GranaryStore

/// A session of a ``KeyValueStore``.
///
/// Used by one thread at a time.
final class KeyValueSession: GatedSession, LookupSession, OrderedSession {
    let store: KeyValueStore
    let flag = InterruptFlag()
    /// The snapshot until the next commit or refresh; `nil` before the first read.
    private var view: ReadView?
    var staged: CommitBuilder?
    private(set) var isEnded = false
    /// The last cursors for single rows, by table.
    private var points: [PointCursor?]

    init(_ store: KeyValueStore) {
        self.store = store
        points = Array(repeating: nil, count: store.layout.tables.count)
    }

    deinit { end() }

    var layout: StoreLayout { store.layout }

    var gate: CommitGate { store.gate }

    func named(_ error: any Error) -> any Error { store.named(error) }

    /// The snapshot of this session.
    private func reading() throws -> ReadView {
        if store.isClosed {
            throw GranaryError(.closed, "The store is closed; attach it again to use it.")
        }
        if let view { return view }
        let view = try ReadView(store.engine, flag)
        self.view = view
        return view
    }

    /// A cursor for one row: the last one if it is no longer shared.
    private func pointCursor(_ table: TableLayout) -> PointCursor {
        // A cursor that a caller still holds keeps its row, so only one that has been let go of is used again.
        if isKnownUniquelyReferenced(&points[table.position]), let cursor = points[table.position] {
            return cursor
        }
        let cursor = PointCursor(table)
        points[table.position] = cursor
        return cursor
    }

    /// Ends the snapshot, and with it all its cursors.
    private func endSnapshot() {
        view?.end()
        view = nil
    }
}

extension KeyValueSession {
    func fetch(_ request: FetchRequest) throws -> FetchAnswer {
        try call {
            let view = try reading()
            let table = try layout.table(of: request.entity)
            if let key = request.onlyKey {
                let cursor = pointCursor(table)
                _ = try cursor.find(key, in: view)
                return FetchAnswer(cursor: cursor)
            }
            let stream = try RequestPlan(request, layout, view, flag).stream()
            return FetchAnswer(cursor: KeyValueRowCursor(stream, view))
        }
    }

    func row(_ key: ObjectKey, of entity: Entity) throws -> (any RowCursor)? {
        try call {
            let table = try layout.table(of: entity)
            let cursor = pointCursor(table)
            return try cursor.find(key, in: try reading()) && cursor.advance() ? cursor : nil
        }
    }

    func count(_ request: FetchRequest) throws -> Int? {
        try call { try RequestPlan(request, layout, reading(), flag, isOrderNeeded: false).count() }
    }

    func select(_ request: SelectRequest) throws -> [[Value]]? {
        try call {
            let binder = layout.binder(for: request.rows.entity)
            let columns = try request.columns.map { try binder.bind($0) }
            let plan = try RequestPlan(request.rows, layout, reading(), flag)
            let stream = try plan.stream()
            defer { stream.close() }
            var rows: [[Value]] = []
            while try stream.next() {
                rows.append(try columns.values(on: stream.row, in: plan.source))
            }
            return rows
        }
    }

    func aggregate(_ request: AggregateRequest) throws -> [[Value]]? {
        try call {
            var evaluator = try AggregateEvaluator(request, layout.binder(for: request.rows.entity))
            let plan = try RequestPlan(
                request.rows, layout, reading(), flag, isOrderNeeded: request.rows.hasRange)
            let stream = try plan.stream()
            defer { stream.close() }
            while try stream.next() { try evaluator.add(stream.row, in: plan.source) }
            return try evaluator.results()
        }
    }

    func links(
        _ link: LinkTable, fromFirst: Bool, of keys: [ObjectKey]
    ) throws -> [(ObjectKey, ObjectKey)] {
        try call {
            let (view, table) = (try reading(), try layout.table(of: link))
            let (own, other) =
                fromFirst ? (table.firstHalf, table.secondHalf) : (table.secondHalf, table.firstHalf)
            var pairs: [(ObjectKey, ObjectKey)] = []
            let elements = KeyValueBuffer()
            for key in Set(keys).sorted() {
                elements.removeAll()
                guard elements.append(key, of: own) else { continue }
                let scan = EntryScan(view, [table.pairs(fromFirst: fromFirst, of: Array(elements.bytes))])
                defer { scan.close() }
                while try scan.next() {
                    try flag.check()
                    let half = table.otherHalf(of: scan.key, fromFirst: fromFirst, behind: elements.count)
                    pairs.append((key, try table.key(half, other)))
                }
            }
            return pairs
        }
    }

    func missing(_ keys: [ObjectKey], of entity: Entity) throws -> [ObjectKey] {
        try call {
            let (view, table) = (try reading(), try layout.table(of: entity))
            let (key, value) = (KeyValueBuffer(), KeyValueBuffer(capacity: 512))
            return try keys.filter { wanted in
                try flag.check()
                key.removeAll()
                key.append(table.prefix)
                return try !(key.append(wanted, of: table.keyTypes) && view.get(key.bytes, into: value))
            }
        }
    }

    func explain(_ request: FetchRequest) throws -> StorePlan {
        try call { try RequestPlan(request, layout, reading(), flag).explanation() }
    }

    func explain(_ request: SelectRequest) throws -> StorePlan? {
        try call {
            let binder = layout.binder(for: request.rows.entity)
            for column in request.columns { _ = try binder.bind(column) }
            var explanation = try RequestPlan(request.rows, layout, reading(), flag).explanation()
            explanation.pushedDown.append("columns on each row")
            return explanation
        }
    }

    func explain(_ request: AggregateRequest) throws -> StorePlan? {
        try call {
            _ = try AggregateEvaluator(request, layout.binder(for: request.rows.entity))
            let plan = try RequestPlan(
                request.rows, layout, reading(), flag, isOrderNeeded: request.rows.hasRange)
            var explanation = plan.explanation()
            explanation.pushedDown.append("groups and aggregates on each row")
            return explanation
        }
    }

    func newestSave() throws -> Int64 { try call { try StoreOpening.version(reading()) } }

    func refresh() throws { try call { endSnapshot() } }

    func reserveKeys(_ count: Int, of entity: Entity) throws -> Int64 {
        try call { try store.reserveKeys(count, of: layout.table(of: entity)) }
    }

    func end() {
        if isEnded { return }
        isEnded = true
        abandonStaged()
        endSnapshot()
        store.sessionEnded()
    }
}

// MARK: Committing

extension KeyValueSession {
    func prepareToStage() throws {
        try store.requireWritable()
        if store.isClosed {
            throw GranaryError(.closed, "The store is closed; attach it again to use it.")
        }
        endSnapshot()
    }

    func carryOut(_ changes: ChangeSet) throws -> (work: CommitBuilder, result: CommitResult) {
        let view = try ReadView(store.engine, flag)
        defer { view.end() }
        let version = store.version
        guard version < .max else {
            throw GranaryError(
                .overflow, "The store has no save number left; copy its objects to a new store.")
        }
        let builder = CommitBuilder(
            layout, view, try store.engine.makeBatch(), version: version + 1, interrupt: flag)
        try builder.apply(changes)
        let result = CommitResult(
            version: builder.writes ? version + 1 : version, conflicts: builder.conflicts)
        return (builder, result)
    }

    func publish(_ work: CommitBuilder) throws {
        guard work.writes else { return }
        // In the batch of the rows: a crash must not leave rows whose number the next save would use again.
        withUnsafeBytes(of: work.version.bigEndian) { value in
            StoreOpening.versionKey.withUnsafeBytes { work.batch.put($0, value) }
        }
        let largest = work.largestKeys.compactMap { position, key in
            let table = layout.tables[position]
            return table.integerKey == nil ? nil : (table, key)
        }
        try store.keys.commit(work.batch, largest: largest)
        store.publish(work.version)
        endSnapshot()
    }
}
