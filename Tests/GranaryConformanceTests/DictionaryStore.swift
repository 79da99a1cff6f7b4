import Foundation
import Granary
import Synchronization

/// A backend: which stores there are, how they are opened and how they are removed.
enum DictionaryBackend: StoreBackend {
    static let type: StoreType = "dictionary"
    static let capabilities: Capabilities = [.snapshots, .concurrentSessions]
    static let options: [StoreOption] = []
    static func location(of configuration: StoreConfiguration) -> String? { nil }
    static func open(_ request: StoreOpenRequest) -> any Store { DictionaryStore(request) }
    static func destroy(_ configuration: StoreConfiguration) {}
}

/// A store: what all sessions share.
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
    }

    struct Row: Sendable {
        var values: [Value]
        var version: Int64
    }

    init(_ request: StoreOpenRequest) {
        identity = StoreIdentity(
            id: UUID().uuidString, formatVersion: 1, fingerprint: request.fingerprint, configurations: [])
    }

    func makeSession() -> any StoreSession { DictionarySession(self) }
    func close() {}
}

/// A session: a snapshot to read, and commits.
final class DictionarySession: StoreSession {
    private let store: DictionaryStore
    private var snapshot: DictionaryStore.State?
    let interrupter: @Sendable () -> Void = {}

    init(_ store: DictionaryStore) { self.store = store }

    private func reading() -> DictionaryStore.State {
        let state = snapshot ?? store.state.withLock { $0 }
        snapshot = state
        return state
    }

    /// Gives every row that is selected and leaves the rest to the core.
    func fetch(_ request: FetchRequest) -> FetchAnswer {
        let rows = reading().rows[request.entity.name] ?? [:]
        let selected: [DictionaryStore.Row]
        switch request.selection {
        case .all: selected = Array(rows.values)
        case .keys(let keys): selected = Set(keys).compactMap { rows[$0] }
        case .referring(let name, let keys):
            let (columns, keys) = (request.entity.relationship(name)?.columns ?? 0..<0, Set(keys))
            selected = rows.values.filter { row in
                ObjectKey(columns.map { row.values[$0] }).map(keys.contains) ?? false
            }
        }
        let cursor = DictionaryCursor(selected)
        return FetchAnswer(cursor: cursor, remaining: [.predicate, .sort, .range])
    }

    func count(_ request: FetchRequest) -> Int? { nil }
    func aggregate(_ request: AggregateRequest) -> [[Value]]? { nil }

    func explain(_ request: FetchRequest) -> StorePlan {
        var plan = StorePlan()
        plan.residual = ["conditions, order and range: the store only knows keys"]
        plan.statement = "all rows of \(request.entity.name) that are selected"
        return plan
    }

    func links(_ table: LinkTable, fromFirst: Bool, of keys: [ObjectKey]) -> [(ObjectKey, ObjectKey)] {
        let (own, other, keys) = (fromFirst ? 0 : 1, fromFirst ? 1 : 0, Set(keys))
        return (reading().pairs[table.name] ?? []).filter { keys.contains($0[own]) }
            .map { ($0[own], $0[other]) }.sorted { ($0.0, $0.1) < ($1.0, $1.1) }
    }

    func missing(_ keys: [ObjectKey], of entity: Entity) -> [ObjectKey] {
        let rows = reading().rows[entity.name] ?? [:]
        return keys.filter { rows[$0] == nil }
    }

    func refresh() { snapshot = nil }
    func end() { snapshot = nil }

    func reserveKeys(_ count: Int, of entity: Entity) -> Int64 {
        store.state.withLock { state in
            state.lastKeys[entity.name, default: 0] += Int64(count)
            return state.lastKeys[entity.name, default: 0] - Int64(count) + 1
        }
    }

    /// Carries the changes out on a copy, and makes it the store's state if nothing is wrong with it.
    func commit(_ changes: ChangeSet) throws -> CommitResult {
        snapshot = nil
        return try store.state.withLock { state in
            let save = try DictionarySave(state, changes)
            if save.conflicts.isEmpty { state = save.state }
            return CommitResult(version: save.state.version, conflicts: save.conflicts)
        }
    }
}
