internal import FoundationEssentials
public import GranaryStore
internal import Synchronization

/// A store in memory: transactions, snapshots, indexes and constraints, and nothing left when it is closed.
///
/// Readers never wait: a session reads one immutable state of the store, however many commit at the same time. Saves
/// are carried out one after the other. May be used from any thread.
public final class MemoryStore: Store {
    /// The identity of the store; made when it is opened.
    public let identity: StoreIdentity
    /// Yes: each opening makes one.
    public var isNew: Bool { true }

    let layout: StoreLayout
    let limits: KeptLimits
    let gate: CommitGate
    private let place: StorePlace
    private let isReadOnly: Bool
    private let shared: Mutex<Shared>

    /// The state that sessions share.
    private struct Shared {
        var state: StoreState
        /// The largest key assigned or stored, for each table with an integer key.
        var lastKeys: [Int: Int64] = [:]
        var isClosed = false
    }

    init(_ request: StoreOpenRequest) {
        layout = StoreLayout(entities: request.entities, links: request.links)
        limits = KeptLimits(request.configuration.options)
        gate = CommitGate()
        place = StorePlace(Self.type, store: request.configuration.name, path: nil)
        isReadOnly = request.configuration.isReadOnly
        shared = Mutex(Shared(state: StoreState(layout)))
        identity = StoreIdentity(
            id: UUID().uuidString, formatVersion: 1, fingerprint: request.fingerprint,
            configurations: Set(request.entities.map(\.configuration)).sorted())
    }

    /// The abilities of the store; without long values in indexes where it keeps the limits of PostgreSQL.
    public var capabilities: Capabilities {
        limits == .postgresql ? Self.capabilities.subtracting(.longIndexedValues) : Self.capabilities
    }

    /// Makes a session; there may be any number.
    ///
    /// - Throws: ``GranaryError/Code/closed`` after ``close()``.
    public func makeSession() throws -> any StoreSession {
        if shared.withLock({ $0.isClosed }) { throw named(Self.closed) }
        return MemorySession(self)
    }

    /// Closes the store, so that no more sessions are made.
    ///
    /// Its content is gone once its last session has ended.
    public func close() { shared.withLock { $0.isClosed = true } }

    private static var closed: GranaryError {
        GranaryError(.closed, "The store is closed; attach it again to use it.")
    }

    /// The error with this store added.
    func named(_ error: any Error) -> any Error { place.named(error) }
}

extension MemoryStore {
    /// The newest state.
    var currentState: StoreState { shared.withLock { $0.state } }

    /// Makes a state the newest; the caller holds the commit gate.
    func publish(_ state: StoreState, largestKeys: [Int: Int64]) {
        // The old state is released outside the lock, since that can take long.
        _ = shared.withLock { shared in
            let old = shared.state
            shared.state = state
            for (table, key) in largestKeys { shared.lastKeys[table] = max(shared.lastKeys[table] ?? 0, key) }
            return old
        }
    }

    /// Throws when nothing may be written, also into a store that is closed: a save that it acknowledged would be lost.
    func requireWritable() throws {
        if shared.withLock({ $0.isClosed }) { throw Self.closed }
        guard isReadOnly else { return }
        throw GranaryError(.denied, "The store is read-only by its configuration; nothing was written.")
    }

    /// Reserves integer keys and returns the first.
    func reserveKeys(_ count: Int, of table: TableLayout) throws -> Int64 {
        try table.requireReservable(count, isReadOnly: isReadOnly)
        return try shared.withLock { shared in
            let last = shared.lastKeys[table.position] ?? 0
            let (end, overflow) = last.addingReportingOverflow(Int64(count))
            guard !overflow else {
                throw GranaryError(
                    .overflow, "There are not enough integer keys left for \(table.name).",
                    context: .init(entity: table.name))
            }
            shared.lastKeys[table.position] = end
            return last + 1
        }
    }
}
