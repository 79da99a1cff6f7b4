import CustomBackend
import Granary
import GranaryKeyValue
import Synchronization

/// The example's engine, which calls a closure before every step of reading and counts what its cursors are asked.
final class WatchedEngine: KeyValueEngine {
    private let engine: LogEngine
    private let state = Mutex(State())

    /// What happens, and what has happened.
    struct State: Sendable {
        /// Called before each look-up and each step of a cursor.
        var step: (@Sendable () throws -> Void)?
        /// How many steps have been taken.
        var steps = 0
        /// How often a cursor that stood on no entry was asked for the next one.
        var misuses = 0
        /// How many cursors were made.
        var cursors = 0
    }

    init(_ path: String) throws { engine = try LogEngine(path) }

    var counts: State { state.withLock { $0 } }

    /// Calls the closure before every step of reading from now on; counting begins again.
    func watch(_ step: (@Sendable () throws -> Void)?) { state.withLock { $0 = State(step: step) } }

    func makeSnapshot() -> any KeyValueSnapshot { Snapshot(engine.makeSnapshot(), self) }
    func makeBatch() -> any KeyValueBatch { engine.makeBatch() }
    func close() { engine.close() }

    private func note(_ change: (inout State) -> Void) { state.withLock { change(&$0) } }

    private func step() throws {
        let step = state.withLock { state in
            state.steps += 1
            return state.step
        }
        try step?()
    }

    private final class Snapshot: KeyValueSnapshot {
        private let snapshot: any KeyValueSnapshot
        private let owner: WatchedEngine

        init(_ snapshot: any KeyValueSnapshot, _ owner: WatchedEngine) {
            (self.snapshot, self.owner) = (snapshot, owner)
        }

        func get(_ key: UnsafeRawBufferPointer, into value: KeyValueBuffer) throws -> Bool {
            try owner.step()
            return try snapshot.get(key, into: value)
        }

        func makeCursor() throws -> any KeyValueCursor {
            owner.note { $0.cursors += 1 }
            return Cursor(try snapshot.makeCursor(), owner)
        }

        func end() { snapshot.end() }
    }

    private final class Cursor: KeyValueCursor {
        private let cursor: any KeyValueCursor
        private let owner: WatchedEngine
        private var isStanding = false

        init(_ cursor: any KeyValueCursor, _ owner: WatchedEngine) {
            (self.cursor, self.owner) = (cursor, owner)
        }

        /// A step that throws leaves the cursor on no entry, as LevelDB does.
        private func move(_ body: () throws -> Bool) throws -> Bool {
            isStanding = false
            try owner.step()
            isStanding = try body()
            return isStanding
        }

        func seek(to key: UnsafeRawBufferPointer) throws -> Bool { try move { try cursor.seek(to: key) } }
        func seek(before key: UnsafeRawBufferPointer) throws -> Bool {
            try move { try cursor.seek(before: key) }
        }

        func next() throws -> Bool {
            if !isStanding { owner.note { $0.misuses += 1 } }
            return try move { try cursor.next() }
        }

        func previous() throws -> Bool {
            if !isStanding { owner.note { $0.misuses += 1 } }
            return try move { try cursor.previous() }
        }

        var key: UnsafeRawBufferPointer { isStanding ? cursor.key : .init(start: nil, count: 0) }
        var value: UnsafeRawBufferPointer { isStanding ? cursor.value : .init(start: nil, count: 0) }
        func end() { cursor.end() }
    }
}

/// A store over a watched engine.
struct WatchedStore {
    let desk: Desk
    let engine: WatchedEngine
    let session: any StoreSession
    private let store: any Store

    /// Opens the store of a desk, which is closed.
    init(_ desk: Desk) throws {
        try desk.close()
        self.desk = desk
        let (engine, schema) = (try WatchedEngine(desk.path), desk.schema)
        self.engine = engine
        store = try KeyValueStore(
            StoreOpenRequest(
                configuration: StoreConfiguration(name: "Games", type: LogStore.type),
                entities: schema.entities, links: schema.links, fingerprint: schema.fingerprint),
            engine: engine, capabilities: LogStore.capabilities)
        session = try store.makeSession()
    }

    /// Closes the store.
    func close() throws {
        engine.watch(nil)
        session.end()
        try store.close()
    }
}
