import Dispatch
import FoundationEssentials
public import Granary
import Synchronization

/// The simplest store that keeps every promise: rows in dictionaries, queries by the reference evaluator.
///
/// It is the model that other stores are compared with, and an example of the contract in full. Nothing is
/// fast here.
public final class ReferenceStore: Store {
    /// What the store can do beyond the required minimum.
    public var capabilities: Capabilities {
        checks.contains(.references)
            ? ReferenceBackend.capabilities : UncheckedReferenceBackend.capabilities
    }
    /// Who the store is.
    public let identity: StoreIdentity
    /// Yes: each opening makes one.
    public var isNew: Bool { true }

    let entities: [String: Entity]
    let committed: Mutex<ReferenceState> = Mutex(ReferenceState())
    /// What was committed before the newest commit; for a fault.
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

    /// An error that says which store it comes from.
    func named(_ error: any Error) -> any Error {
        guard var error = error as? GranaryError else { return error }
        error.context.storeType = ReferenceBackend.type.name
        error.context.store = name
        return error
    }

    /// Lets no further session begin.
    public func close() { isClosed.withLock { $0 = true } }
}

/// Opens stores of the type `reference`.
public enum ReferenceBackend: StoreBackend {
    /// `reference`.
    public static let type: StoreType = "reference"
    /// One consistent snapshot for each of any number of sessions, references checked at commit, and staging.
    public static let capabilities: Capabilities = [
        .snapshots, .concurrentSessions, .referenceChecks, .staging,
    ]
    /// There are none.
    public static let options: [StoreOption] = []
    /// The configured place, where there is one: configurations with the same place share a store.
    ///
    /// Without a place each store is its own.
    public static func location(of configuration: StoreConfiguration) throws -> String? {
        configuration.location == nil ? nil : try configuration.resolvedPath()
    }
    /// Makes an empty store.
    public static func open(_ request: StoreOpenRequest) -> any Store { ReferenceStore(request) }
    /// Nothing is left to remove.
    public static func destroy(_ configuration: StoreConfiguration) {}
}

/// Opens reference stores that do not check references: what backends are compared with that do not either.
enum UncheckedReferenceBackend: StoreBackend {
    static let type: StoreType = "reference-unchecked"
    static let capabilities = ReferenceBackend.capabilities.subtracting(.referenceChecks)
    static let options: [StoreOption] = []
    static func location(of configuration: StoreConfiguration) throws -> String? {
        try ReferenceBackend.location(of: configuration)
    }
    static func open(_ request: StoreOpenRequest) -> any Store {
        ReferenceStore(request, checks: .uniques)
    }
    static func destroy(_ configuration: StoreConfiguration) {}
}

/// Everything that is committed; a value, so that a copy is a snapshot.
struct ReferenceState: Sendable {
    var tables: [String: [ObjectKey: ReferenceRow]] = [:]
    var links: [String: Set<ReferencePair>] = [:]
    var version: Int64 = 0
    /// The largest key that was stored or reserved, by entity.
    var lastKeys: [String: Int64] = [:]
}

/// A row: its version and values, by column.
final class ReferenceRow: EvaluationRow, Sendable {
    let version: Int64
    let values: [Value]

    init(version: Int64, values: [Value]) {
        self.version = version
        self.values = values
    }

    func value(at column: Int) -> Value { values.indices.contains(column) ? values[column] : .null }
}

/// A pair of a many-to-many relationship.
struct ReferencePair: Hashable, Sendable {
    let first: ObjectKey
    let second: ObjectKey
}

/// What a commit to a reference store is checked for; a store that checks less is one of the broken ones.
struct ReferenceChecks: OptionSet, Sendable {
    let rawValue: Int
    static let uniques = ReferenceChecks(rawValue: 1)
    static let references = ReferenceChecks(rawValue: 2)
    static let all: ReferenceChecks = [.uniques, .references]
}
