import Dispatch
import Granary
import Synchronization

/// A session of the reference store: a copy of the state.
final class ReferenceSession: StoreSession {
    private let store: ReferenceStore
    private var current: ReferenceState?
    private var staged: ReferenceState?
    let interrupter: @Sendable () -> Void = {}

    init(_ store: ReferenceStore) { self.store = store }

    /// Another session of the same store.
    func sibling() -> ReferenceSession { ReferenceSession(store) }

    /// Begins the snapshot at the state of before the newest commit; for a fault.
    func fallBehind() { current = store.former.withLock { $0 } }

    private var state: ReferenceState {
        if let current { return current }
        let state = store.committed.withLock { $0 }
        current = state
        return state
    }

    private func source() -> ReferenceSource { ReferenceSource(state, store.entities) }

    private func binder(_ entity: Entity) -> ExpressionBinder {
        let entities = store.entities
        return ExpressionBinder(entity) { entities[$0] }
    }

    private func rows(_ request: FetchRequest) throws -> [ReferenceRow] {
        try request.validate()
        let source = source()
        var rows = selected(request)
        if let predicate = request.predicate {
            let bound = try binder(request.entity).bindCondition(predicate)
            rows = try rows.filter { try bound.holds($0, in: source) }
        }
        let sorted = try RowSorter(request.sort, binder(request.entity)).sorted(rows, in: source)
        let rest = sorted.dropFirst(request.offset)
        return Array(request.limit.map { rest.prefix($0) } ?? rest)
    }

    /// The rows that a request selects before its condition; all are read, since no index is claimed.
    private func selected(_ request: FetchRequest) -> [ReferenceRow] {
        let table = state.tables[request.entity.name] ?? [:]
        switch request.selection {
        case .all: return Array(table.values)
        case .keys(let keys):
            let wanted = Set(keys)
            return table.values.filter { row in
                Self.key(row, request.entity.keyColumns).map(wanted.contains) ?? false
            }
        case .referring(let name, let keys):
            let wanted = Set(keys)
            let columns = Array(request.entity.relationship(name)?.columns ?? 0..<0)
            return table.values.filter { row in Self.key(row, columns).map(wanted.contains) ?? false }
        }
    }

    static func key(_ row: ReferenceRow, _ columns: [Int]) -> ObjectKey? {
        ObjectKey(columns.map { row.value(at: $0) })
    }

    func fetch(_ request: FetchRequest) throws -> FetchAnswer {
        let rows = try rows(request)
        return FetchAnswer(cursor: ValueCursor(rows: rows.map { $0.values + [.integer($0.version)] }))
    }

    func count(_ request: FetchRequest) throws -> Int? { try rows(request).count }

    func select(_ request: SelectRequest) throws -> [[Value]]? {
        let binder = binder(request.rows.entity)
        let columns = try request.columns.map { try binder.bind($0) }
        let source = source()
        return try rows(request.rows).map { row in try columns.values(on: row, in: source) }
    }

    func aggregate(_ request: AggregateRequest) throws -> [[Value]]? {
        var evaluator = try AggregateEvaluator(request, binder(request.rows.entity))
        let source = source()
        for row in try rows(request.rows) { try evaluator.add(row, in: source) }
        return try evaluator.results()
    }

    func links(_ table: LinkTable, fromFirst: Bool, of keys: [ObjectKey]) -> [(ObjectKey, ObjectKey)] {
        let wanted = Set(keys)
        let pairs = (state.links[table.name] ?? []).map {
            fromFirst ? ($0.first, $0.second) : ($0.second, $0.first)
        }
        return pairs.filter { wanted.contains($0.0) }.sorted { $0 < $1 }
    }

    func missing(_ keys: [ObjectKey], of entity: Entity) -> [ObjectKey] {
        keys.filter { state.tables[entity.name]?[$0] == nil }
    }

    func reserveKeys(_ count: Int, of entity: Entity) throws -> Int64 {
        try store.committed.withLock { state in
            let last = state.lastKeys[entity.name] ?? 0
            let (end, isOver) = last.addingReportingOverflow(Int64(count))
            guard !isOver else {
                throw store.named(
                    GranaryError(
                        .overflow, "There are not enough integer keys left for \(entity.name).",
                        context: .init(entity: entity.name)))
            }
            state.lastKeys[entity.name] = end
            return last + 1
        }
    }

    func refresh() { current = nil }

    func explain(_ request: FetchRequest) -> StorePlan {
        var plan = StorePlan()
        plan.statement = "every row of \(request.entity.name) is looked at"
        return plan
    }

    func end() {
        abandonStaged()
        current = nil
    }
}

extension ReferenceSession: StagingSession {
    func stage(_ changes: ChangeSet) throws -> CommitResult {
        try store.requireOpen()
        if staged != nil { throw store.named(Self.alreadyStaged) }
        // The snapshot ends with every commit, also with one that fails.
        current = nil
        store.writer.wait()
        do {
            var commit = ReferenceCommit(store.committed.withLock { $0 }, store.entities, store.checks)
            let conflicts = try commit.apply(changes)
            if conflicts.isEmpty { staged = commit.state } else { store.writer.signal() }
            return CommitResult(version: commit.state.version, conflicts: conflicts)
        } catch {
            store.writer.signal()
            throw store.named(error)
        }
    }

    func finishStaged() {
        guard let state = staged else { return }
        // Keys are reserved without waiting for commits.
        store.committed.withLock { present in
            let reserved = present.lastKeys
            let former = present
            store.former.withLock { $0 = former }
            present = state
            present.lastKeys.merge(reserved) { max($0, $1) }
        }
        staged = nil
        current = nil
        store.writer.signal()
    }

    func abandonStaged() {
        guard staged != nil else { return }
        staged = nil
        store.writer.signal()
    }
}
