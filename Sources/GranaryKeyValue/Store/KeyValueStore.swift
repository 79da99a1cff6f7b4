internal import FoundationEssentials
public import Granary
internal import Synchronization

/// A full store over an ordered engine: rows, indexes, constraints, snapshots, saves and a planner.
///
/// A backend's `StoreBackend.open` makes its ``KeyValueEngine`` and hands it over:
///
/// ```swift
/// static func open(_ request: StoreOpenRequest) throws -> any Store {
///     try KeyValueStore(request, engine: MyEngine(at: path), capabilities: capabilities)
/// }
/// ```
///
/// Saves are carried out one after the other, readers never wait for them. May be used from any thread. What
/// stands in the engine is specified byte by byte in `Docs/Design/key-encoding.md` and
/// `Docs/Design/record-encoding.md`.
public final class KeyValueStore: Store {
    /// Who the store is.
    public let identity: StoreIdentity
    /// The capabilities that the backend claims.
    public let capabilities: Capabilities
    /// Whether the opening made the store.
    public let isNew: Bool

    let engine: any KeyValueEngine
    let layout: StoreLayout
    let gate = CommitGate()
    let keys: KeyCounters
    /// The store as it describes itself.
    package let catalogue: StoreCatalogue
    private let place: StorePlace
    private let isReadOnly: Bool
    private let shared: Mutex<Shared>

    /// What sessions share.
    private struct Shared {
        /// The number of the last save.
        var version: Int64
        var sessions = 0
        var isClosed = false
        var isEngineClosed = false
    }

    /// The capabilities of every store over an ordered engine; a backend adds those of its engine.
    public static var ownCapabilities: Capabilities {
        [.snapshots, .concurrentSessions, .referenceChecks, .indexes, .interruption, .staging]
    }

    /// Opens the store in an engine, or makes it when the engine has no entry.
    ///
    /// When this throws, the engine has been closed, and nothing in it was changed unless the store was made
    /// or had configurations added.
    /// - Throws: `GranaryError.Code.foreign`, `.newer`, `.corrupt`, `.incompatible`; `.notFound` for a read-only
    ///   store that does not exist; the engine's errors.
    public convenience init(
        _ request: StoreOpenRequest, engine: any KeyValueEngine, capabilities: Capabilities,
        path: String? = nil
    ) throws {
        try self.init(request, engine: engine, capabilities: capabilities, path: path, isNew: nil)
    }

    /// Opens the store in an engine; `isNew` says whether it was made just now, `nil` that the engine tells.
    package init(
        _ request: StoreOpenRequest, engine: any KeyValueEngine, capabilities: Capabilities,
        path: String?, isNew: Bool?
    ) throws {
        let configuration = request.configuration
        let place = StorePlace(configuration.type, store: configuration.name, path: path)
        do {
            let opening = try StoreOpening(request, engine)
            catalogue = opening.catalogue
            identity = opening.catalogue.identity
            self.isNew = isNew ?? opening.isNew
            layout = try StoreLayout(request, opening.catalogue)
            if !request.configuration.isReadOnly { try PairRepair(engine, layout).run() }
            shared = Mutex(Shared(version: opening.version))
            keys = KeyCounters(engine)
        } catch {
            try? engine.close()
            throw place.named(error)
        }
        self.engine = engine
        self.capabilities = capabilities
        self.place = place
        isReadOnly = request.configuration.isReadOnly
    }

    deinit { try? closeEngine() }

    /// Makes a session; there may be any number.
    ///
    /// - Throws: `GranaryError.Code.closed` after ``close()``.
    public func makeSession() throws -> any StoreSession {
        try shared.withLock { shared in
            if shared.isClosed {
                throw named(GranaryError(.closed, "The store is closed; attach it again to use it."))
            }
            shared.sessions += 1
        }
        return KeyValueSession(self)
    }

    /// Closes the store: at once when no session is in use, else when the last one ends.
    ///
    /// Sessions refuse further calls.
    public func close() throws {
        let isIdle = shared.withLock { shared in
            shared.isClosed = true
            return shared.sessions == 0
        }
        if isIdle { try closeEngine() }
    }

    private func closeEngine() throws {
        let isFirst = shared.withLock { shared in
            defer { shared.isEngineClosed = true }
            return !shared.isEngineClosed
        }
        guard isFirst else { return }
        do { try engine.close() } catch { throw named(error) }
    }
}

extension KeyValueStore {
    /// An error that says which store it comes from.
    func named(_ error: any Error) -> any Error { place.named(error) }

    /// Whether ``close()`` has been called.
    var isClosed: Bool { shared.withLock { $0.isClosed } }

    /// The number of the last save.
    var version: Int64 { shared.withLock { $0.version } }

    /// Records that a save has been carried out; the caller holds the commit gate.
    func publish(_ version: Int64) { shared.withLock { $0.version = max($0.version, version) } }

    /// Records that a session has ended; closes the engine after the last one of a closed store.
    func sessionEnded() {
        let isLast = shared.withLock { shared in
            shared.sessions -= 1
            return shared.sessions == 0 && shared.isClosed
        }
        if isLast { try? closeEngine() }
    }

    /// Throws when nothing may be written.
    func requireWritable() throws {
        guard isReadOnly else { return }
        throw GranaryError(.denied, "The store is read-only by its configuration; nothing was written.")
    }

    /// Reserves integer keys and returns the first.
    func reserveKeys(_ count: Int, of table: TableLayout) throws -> Int64 {
        try table.requireReservable(count, isReadOnly: isReadOnly)
        return try keys.reserve(count, of: table)
    }
}
