import Foundation
import Granary
import Synchronization

/// A backend: which stores there are, how they are opened and how they are removed.
enum DictionaryBackend: StoreBackend {
    static let type: StoreType = "dictionary"
    static let capabilities: Capabilities = [.snapshots, .concurrentSessions, .longIndexedValues]
    static let options: [StoreOption] = []
    static func location(of configuration: StoreConfiguration) -> String? { nil }
    static func open(_ request: StoreOpenRequest) -> any Store { DictionaryStore(request) }
    static func destroy(_ configuration: StoreConfiguration) {}
}

/// A store: the part that all sessions share.
final class DictionaryStore: Store {
    let capabilities = DictionaryBackend.capabilities
    let identity: StoreIdentity
    let state = Mutex(State())

    /// Everything the store holds; a value, so that a copy is a snapshot.
    struct State: Sendable {
        var version: Int64 = 0
        var rows: [String: [ObjectKey: Row]] = [:]
        var pairs: [String: Set<[ObjectKey]>] = [:]
        var lastKeys: [String: Int64] = [:]
        var isClosed = false

        func checkOpen() throws {
            if isClosed { throw GranaryError(.closed, "The store is closed; open it again.") }
        }
    }

    struct Row: Sendable {
        var values: [Value]
        var version: Int64
    }

    init(_ request: StoreOpenRequest) {
        identity = StoreIdentity(
            id: UUID().uuidString, formatVersion: 1, fingerprint: request.fingerprint,
            configurations: Set(request.entities.map(\.configuration)).sorted())
    }

    func makeSession() throws -> any StoreSession {
        try state.withLock { try $0.checkOpen() }
        return DictionarySession(self)
    }

    func close() { state.withLock { $0.isClosed = true } }
}

/// A session: a snapshot to read, and commits.
final class DictionarySession: StoreSession {
    private let store: DictionaryStore
    private var snapshot: DictionaryStore.State?
    let interrupter: @Sendable () -> Void = {}

    init(_ store: DictionaryStore) { self.store = store }

    private func reading() throws -> DictionaryStore.State {
        let now = store.state.withLock { $0 }
        try now.checkOpen()
        let state = snapshot ?? now
        snapshot = state
        return state
    }

    /// Gives every row that is selected, in the order of the keys, and leaves the rest to the core.
    func fetch(_ request: FetchRequest) throws -> FetchAnswer {
        var rows = try reading().rows[request.entity.name] ?? [:]
        switch request.selection {
        case .all: break
        case .keys(let keys):
            let keys = Set(keys)
            rows = rows.filter { keys.contains($0.key) }
        case .referring(let name, let keys):
            let (columns, keys) = (request.entity.relationship(name)?.columns ?? 0..<0, Set(keys))
            rows = rows.filter { _, row in
                ObjectKey(columns.map { row.values[$0] }).map(keys.contains) ?? false
            }
        }
        let ordered = rows.sorted { $0.key < $1.key }.map(\.value)
        return FetchAnswer(cursor: DictionaryCursor(ordered), remaining: remaining(of: request))
    }

    private func remaining(of request: FetchRequest) -> FetchAnswer.Remaining {
        var remaining: FetchAnswer.Remaining = []
        if request.predicate != nil { remaining.insert(.predicate) }
        if !request.sort.isEmpty { remaining.insert(.sort) }
        if request.offset > 0 || request.limit != nil { remaining.insert(.range) }
        return remaining
    }

    func count(_ request: FetchRequest) -> Int? { nil }
    func select(_ request: SelectRequest) -> [[Value]]? { nil }
    func aggregate(_ request: AggregateRequest) -> [[Value]]? { nil }

    func explain(_ request: FetchRequest) -> StorePlan {
        var plan = StorePlan()
        plan.residual = ["conditions, order and range: the store only knows keys"]
        plan.statement = "all rows of \(request.entity.name) that are selected"
        return plan
    }

    func links(_ table: LinkTable, fromFirst: Bool, of keys: [ObjectKey]) throws
        -> [(ObjectKey, ObjectKey)]
    {
        let (own, other, keys) = (fromFirst ? 0 : 1, fromFirst ? 1 : 0, Set(keys))
        return (try reading().pairs[table.name] ?? []).filter { keys.contains($0[own]) }
            .map { ($0[own], $0[other]) }.sorted { ($0.0, $0.1) < ($1.0, $1.1) }
    }

    func missing(_ keys: [ObjectKey], of entity: Entity) throws -> [ObjectKey] {
        let rows = try reading().rows[entity.name] ?? [:]
        return keys.filter { rows[$0] == nil }
    }

    func refresh() { snapshot = nil }
    func end() { snapshot = nil }

    func reserveKeys(_ count: Int, of entity: Entity) throws -> Int64 {
        try store.state.withLock { state in
            let last = state.lastKeys[entity.name] ?? 0
            let (end, isOver) = last.addingReportingOverflow(Int64(count))
            if isOver {
                throw GranaryError(
                    .overflow, "There are not enough integer keys left.", context: .init(entity: entity.name))
            }
            state.lastKeys[entity.name] = end
            return last + 1
        }
    }

    /// Carries the changes out on a copy, and makes it the store's state if nothing is wrong with it.
    func commit(_ changes: ChangeSet) throws -> CommitResult {
        snapshot = nil
        return try store.state.withLock { state in
            try state.checkOpen()
            let save = try DictionarySave(state, changes)
            if save.conflicts.isEmpty { state = save.state }
            return CommitResult(version: save.state.version, conflicts: save.conflicts)
        }
    }
}
