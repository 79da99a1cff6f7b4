internal import Granary

/// One conversation with a ``KeyValueStore``.
///
/// Used by one thread at a time.
final class KeyValueSession: StoreSession, LookupSession {
    let store: KeyValueStore
    let flag = InterruptFlag()
    /// The snapshot that is read until the next commit or refresh; `nil` before the first read.
    private var view: ReadView?
    private var staged: CommitBuilder?
    private var isEnded = false
    /// The cursors by key that were handed out last, by table.
    private var points: [PointCursor?]

    init(_ store: KeyValueStore) {
        self.store = store
        points = Array(repeating: nil, count: store.layout.tables.count)
    }

    deinit { end() }

    var layout: StoreLayout { store.layout }

    var interrupter: @Sendable () -> Void {
        { [flag, gate = store.gate] in
            flag.raise()
            gate.wakeAll()
        }
    }

    /// Carries out one call, unless it was interrupted before it began, and says in errors which store they come from.
    @inline(__always) private func call<R>(_ body: () throws -> R) throws -> R {
        do {
            guard !isEnded else { throw GranaryError(.closed, "The session has ended; make another one.") }
            try flag.check()
            return try body()
        } catch {
            throw store.named(error)
        }
    }

    /// The snapshot this session reads.
    private func reading() throws -> ReadView {
        if store.isClosed {
            throw GranaryError(.closed, "The store is closed; attach it again to use it.")
        }
        if let view { return view }
        let view = try ReadView(store.engine, flag)
        self.view = view
        return view
    }

    /// A cursor for one row, the last one if nobody has it any more.
    private func pointCursor(_ table: TableLayout) -> PointCursor {
        if isKnownUniquelyReferenced(&points[table.position]), let cursor = points[table.position] {
            return cursor
        }
        let cursor = PointCursor(table)
        points[table.position] = cursor
        return cursor
    }

    /// Ends the snapshot, and with it every cursor over it.
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

extension KeyValueSession: StagingSession {
    func commit(_ changes: ChangeSet) throws -> CommitResult {
        let result = try stage(changes)
        if result.conflicts.isEmpty { try finishStaged() }
        return result
    }

    func stage(_ changes: ChangeSet) throws -> CommitResult {
        try call {
            if staged != nil { throw Self.alreadyStaged }
            try store.requireWritable()
            if store.isClosed {
                throw GranaryError(.closed, "The store is closed; attach it again to use it.")
            }
            endSnapshot()
            try store.gate.enter(seconds: KeyValueStore.patience, unless: flag)
            do {
                return try carryOut(changes)
            } catch {
                store.gate.leave()
                throw error
            }
        }
    }

    /// Carries a change set out; on success the gate stays closed until it is finished or abandoned.
    private func carryOut(_ changes: ChangeSet) throws -> CommitResult {
        let view = try ReadView(store.engine, flag)
        defer { view.end() }
        let version = store.version
        guard version < .max else {
            throw GranaryError(.overflow, "The store has no number left for another save.")
        }
        let builder = CommitBuilder(
            layout, view, try store.engine.makeBatch(), version: version + 1, interrupt: flag)
        try builder.apply(changes)
        if builder.conflicts.isEmpty { staged = builder } else { store.gate.leave() }
        return CommitResult(
            version: builder.writes ? version + 1 : version, conflicts: builder.conflicts)
    }

    /// Writes what was staged; nothing of it can be interrupted any more.
    func finishStaged() throws {
        guard let builder = staged else { return }
        staged = nil
        defer { store.gate.leave() }
        guard builder.writes else { return }
        do {
            withUnsafeBytes(of: builder.version.bigEndian) { value in
                StoreOpening.versionKey.withUnsafeBytes { builder.batch.put($0, value) }
            }
            let largest = builder.largestKeys.compactMap { position, key in
                let table = layout.tables[position]
                return table.integerKey == nil ? nil : (table, key)
            }
            try store.keys.commit(builder.batch, largest: largest)
            store.publish(builder.version)
            endSnapshot()
        } catch {
            throw store.named(error)
        }
    }

    func abandonStaged() {
        guard staged != nil else { return }
        staged = nil
        store.gate.leave()
    }
}
