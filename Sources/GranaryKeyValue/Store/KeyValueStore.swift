internal import FoundationEssentials
public import GranaryStore
internal import Synchronization

/// A full store over an ordered engine: rows, indexes, constraints, snapshots, saves and a planner.
///
/// A backend's `StoreBackend.open` makes its ``KeyValueEngine`` and passes it on:
///
/// ```swift
/// static func open(_ request: StoreOpenRequest) throws -> any Store {
///     try KeyValueStore(request, engine: MyEngine(at: path), capabilities: capabilities)
/// }
/// ```
///
/// Saves run one after the other; readers never wait for them. Can be used from any thread.
/// `Docs/Design/key-encoding.md` and `Docs/Design/record-encoding.md` specify the engine's content byte by byte.
public final class KeyValueStore: Store {
    /// The identity of the store.
    public let identity: StoreIdentity
    /// The capabilities that the backend claims.
    public let capabilities: Capabilities
    /// Whether opening created the store.
    public let isNew: Bool

    let engine: any KeyValueEngine
    let layout: StoreLayout
    let gate = CommitGate()
    let keys: KeyCounters
    /// The store's description of itself, as stored in the engine.
    package let encodedCatalogue: EncodedCatalogue
    /// The store's description of itself.
    package var catalogue: StoreCatalogue { encodedCatalogue.catalogue }
    private let place: StorePlace
    private let isReadOnly: Bool
    private let shared: Mutex<Shared>

    /// The state that sessions share.
    private struct Shared {
        /// The number of the last save.
        var version: Int64
        var sessions = 0
        var isClosed = false
        var isEngineClosed = false
    }

    /// The capabilities of every store over an ordered engine; a backend adds those of its engine.
    public static var ownCapabilities: Capabilities {
        [
            .snapshots, .concurrentSessions, .referenceChecks, .indexes, .interruption, .staging,
            .orderedSaves,
            .longIndexedValues,
        ]
    }

    /// Opens the store in an engine, or creates it if the engine has no entry.
    ///
    /// If this throws, the engine has been closed. Nothing in it has changed, unless the store was created or got
    /// additional configurations.
    ///
    /// - Throws: `GranaryError.Code.foreign`, `.newer`, `.corrupt`, `.incompatible`; `.notFound` for a read-only store
    ///   that does not exist; errors of the engine.
    public convenience init(
        _ request: StoreOpenRequest, engine: any KeyValueEngine, capabilities: Capabilities,
        path: String? = nil
    ) throws {
        try self.init(request, engine: engine, capabilities: capabilities, path: path, isNew: nil)
    }

    /// Opens the store in an engine.
    ///
    /// `isNew` says whether it was just created; `nil` leaves that to the engine's content. A copy of the catalogue
    /// that the backend has read saves reading it again.
    package init(
        _ request: StoreOpenRequest, engine: any KeyValueEngine, capabilities: Capabilities,
        path: String?, isNew: Bool?, copy: EncodedCatalogue? = nil
    ) throws {
        let configuration = request.configuration
        let place = StorePlace(configuration.type, store: configuration.name, path: path)
        do {
            let opening = try StoreOpening(request, engine, copy: copy)
            encodedCatalogue = opening.encoded
            identity = opening.encoded.catalogue.identity
            self.isNew = isNew ?? opening.isNew
            layout = try StoreLayout(request, opening.encoded.catalogue)
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

    /// Makes a session; the number of sessions is not limited.
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

    /// Looks whether the engine's files are still those at its place.
    public func requireInPlace() throws {
        do { try engine.requireInPlace() } catch { throw named(error) }
    }

    /// Closes the store: at once if no session is in use, otherwise when the last one ends.
    ///
    /// Sessions refuse further calls.
    public func close() throws {
        let isIdle = shared.withLock { shared in
            shared.isClosed = true
            return shared.sessions == 0
        }
        // Cursors must end before the engine closes (LevelDB: `NewIterator` in db.h), so the last session closes it.
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
    /// Adds the name of this store to an error.
    func named(_ error: any Error) -> any Error { place.named(error) }

    /// Whether ``close()`` has been called.
    var isClosed: Bool { shared.withLock { $0.isClosed } }

    /// The number of the last save.
    var version: Int64 { shared.withLock { $0.version } }

    /// Notes that a save was committed; the caller holds the commit gate.
    func publish(_ version: Int64) { shared.withLock { $0.version = max($0.version, version) } }

    /// Notes that a session has ended; closes the engine after the last one of a closed store.
    func sessionEnded() {
        let isLast = shared.withLock { shared in
            shared.sessions -= 1
            return shared.sessions == 0 && shared.isClosed
        }
        if isLast { try? closeEngine() }
    }

    /// Throws if the store is read-only.
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
