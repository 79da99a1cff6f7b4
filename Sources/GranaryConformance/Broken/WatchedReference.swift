import Dispatch
package import Granary
import Synchronization

/// How a watched reference store reports a save in it.
package protocol SaveTelling: Sendable, SendableMetatype {
    /// Commits, and reports it.
    static func carryOut(_ save: WatchedSave) throws -> CommitResult
}

/// A commit to a watched reference store.
package struct WatchedSave {
    /// Commits it.
    let commit: () throws -> CommitResult
    /// The content that it changes.
    let place: WatchedPlace
    /// The store that saves.
    fileprivate let store: ObjectIdentifier
    /// The tables that it changes.
    fileprivate let tables: Set<String>

    /// Notifies the other stores of it, or all.
    func tell(alsoOwn: Bool = false) { place.tell(tables, allBut: alsoOwn ? nil : store) }

    /// Notifies all other stores of it, also those at the other places of the directory.
    func tellNeighbours() {
        for place in place.neighbours { place.tell(tables, allBut: store) }
    }
}

/// Reference stores that outlive their closing, and report saves to each other: rightly, or with a fault.
///
/// Stores of one place share their content within the process, so that two stacks can open it as two processes would.
package enum WatchedReference<Telling: SaveTelling>: StoreBackend {
    /// The name, which includes its way of reporting.
    package static var type: StoreType { StoreType("watched-\(Telling.self)") }
    /// Those of the reference store without staging, plus reports of others' saves.
    package static var capabilities: Capabilities {
        ReferenceBackend.capabilities.subtracting(.staging).union([.persistent, .foreignSaves])
    }
    /// There are none.
    package static var options: [StoreOption] { [] }

    /// The configured place.
    package static func location(of configuration: StoreConfiguration) throws -> String? {
        try configuration.resolvedPath()
    }

    /// Opens the store at the place, or makes an empty one.
    package static func open(_ request: StoreOpenRequest) throws -> any Store {
        let path = try request.configuration.resolvedPath()
        return WatchedReferenceStore<Telling>(WatchedPlace.at(path, request))
    }

    /// Forgets the store at the place.
    package static func destroy(_ configuration: StoreConfiguration) throws {
        WatchedPlace.forget(try configuration.resolvedPath())
    }
}

/// The state that all stores of one place share.
package final class WatchedPlace: Sendable {
    private static let all: Mutex<[String: WatchedPlace]> = Mutex([:])

    let content: ReferenceStore
    private let directory: Substring
    private let watchers: Mutex<[ObjectIdentifier: any StoreWatcher]> = Mutex([:])
    /// How many saves were reported, or kept back.
    let saves = Atomic<Int>(0)
    /// Signalled by the next reading, while one is awaited.
    private let reading = DispatchSemaphore(value: 0)
    private let isReadingAwaited = Atomic<Bool>(false)

    private init(_ content: ReferenceStore, _ path: String) {
        self.content = content
        directory = path[..<(path.lastIndex(of: "/") ?? path.startIndex)]
    }

    static func at(_ path: String, _ request: StoreOpenRequest) -> WatchedPlace {
        all.withLock { places in
            if let place = places[path] { return place }
            let place = WatchedPlace(ReferenceStore(request), path)
            places[path] = place
            return place
        }
    }

    /// The places of the same directory, this one among them.
    fileprivate var neighbours: [WatchedPlace] {
        Self.all.withLock { places in places.values.filter { $0.directory == directory } }
    }

    static func forget(_ path: String) { all.withLock { _ = $0.removeValue(forKey: path) } }

    func add(_ watcher: (any StoreWatcher)?, of store: ObjectIdentifier) {
        watchers.withLock { $0[store] = watcher }
    }

    /// Notifies the watchers of all stores but one of a save.
    fileprivate func tell(_ tables: Set<String>, allBut store: ObjectIdentifier?) {
        let others = watchers.withLock { $0.filter { $0.key != store }.map(\.value) }
        for watcher in others { watcher.othersHaveSaved(in: tables) }
    }

    /// Notes a reading.
    func recordReading() {
        if isReadingAwaited.exchange(false, ordering: .acquiringAndReleasing) { reading.signal() }
    }

    /// Runs a body and waits until there is a reading after it; gives up after a second.
    func awaitReading(after body: () -> Void) {
        isReadingAwaited.store(true, ordering: .releasing)
        body()
        if reading.wait(timeout: .now() + 1) == .timedOut {
            // A reading between the time-out and this has left its signal.
            if !isReadingAwaited.exchange(false, ordering: .acquiringAndReleasing) { reading.wait() }
        }
    }
}

/// One opening of the store at a place.
private final class WatchedReferenceStore<Telling: SaveTelling>: WatchedStore {
    private let place: WatchedPlace
    let capabilities = WatchedReference<Telling>.capabilities
    let identity: StoreIdentity

    init(_ place: WatchedPlace) {
        self.place = place
        identity = place.content.identity
    }

    func makeSession() throws -> any StoreSession {
        let session = WatchedSession<Telling>(try place.content.makeSession())
        (session.place, session.store) = (place, ObjectIdentifier(self))
        return session
    }

    func watch(_ watcher: any StoreWatcher) { place.add(watcher, of: ObjectIdentifier(self)) }
    func close() { place.add(nil, of: ObjectIdentifier(self)) }
}

/// A session whose commits are reported.
private final class WatchedSession<Telling: SaveTelling>: BrokenSession {
    var place: WatchedPlace?
    var store: ObjectIdentifier?

    override func fetch(_ request: FetchRequest) throws -> FetchAnswer {
        defer { place?.recordReading() }
        return try super.fetch(request)
    }

    override func commit(_ changes: ChangeSet) throws -> CommitResult {
        guard let place, let store else { return try super.commit(changes) }
        let save = WatchedSave(
            commit: { try super.commit(changes) }, place: place, store: store, tables: Self.tables(changes))
        return try Telling.carryOut(save)
    }

    private static func tables(_ changes: ChangeSet) -> Set<String> {
        let entities =
            changes.inserts.map(\.entity) + changes.updates.map(\.entity) + changes.deletes.map(\.entity)
            + changes.links.flatMap { [$0.table.firstEntity, $0.table.secondEntity] }
        return Set(entities.map(\.table))
    }
}
