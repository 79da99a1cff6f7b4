import Dispatch
import FoundationEssentials
public import Granary
import Synchronization

/// The simplest store that keeps every promise: rows in dictionaries, queries by the reference evaluator.
///
/// It is the model that other stores are compared with, and an example of the contract in full. Nothing is
/// fast here.
public final class ReferenceStore: Store {
    /// The capabilities of the store beyond the required minimum.
    public var capabilities: Capabilities {
        checks.contains(.references)
            ? ReferenceBackend.capabilities : UncheckedReferenceBackend.capabilities
    }
    /// The identity of the store.
    public let identity: StoreIdentity
    /// Yes: each opening makes one.
    public var isNew: Bool { true }

    let entities: [String: Entity]
    let committed: Mutex<ReferenceState> = Mutex(ReferenceState())
    /// The state before the newest commit; for a fault.
    let former: Mutex<ReferenceState> = Mutex(ReferenceState())
    private let isClosed: Mutex<Bool> = Mutex(false)
    /// Held from the staging of a commit to its end: one at a time.
    let writer = DispatchSemaphore(value: 1)

    let checks: ReferenceChecks
    private let name: String

    init(_ request: StoreOpenRequest, checks: ReferenceChecks = .all) {
        self.checks = checks
        entities = Dictionary(request.entities.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
        identity = StoreIdentity(
            id: UUID().uuidString, formatVersion: 1, fingerprint: request.fingerprint,
            configurations: Set(request.entities.map(\.configuration)).sorted())
        name = request.configuration.name
    }

    /// Makes a session.
    public func makeSession() throws -> any StoreSession {
        try requireOpen()
        return ReferenceSession(self)
    }

    /// Throws once the store is closed.
    func requireOpen() throws {
        guard isClosed.withLock({ $0 }) else { return }
        throw named(GranaryError(.closed, "The store is closed; open it again."))
    }

    /// The error with this store added.
    func named(_ error: any Error) -> any Error {
        guard var error = error as? GranaryError else { return error }
        error.context.storeType = ReferenceBackend.type.name
        error.context.store = name
        return error
    }

    /// Lets no further session begin.
    public func close() { isClosed.withLock { $0 = true } }
}
