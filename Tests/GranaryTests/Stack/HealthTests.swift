import Granary
import GranaryConformance
import GranaryTestSupport
import Testing

/// A stack that is asked for its health answers in a limited time, also where a store does not.
@Suite(.timeLimit(.minutes(1))) struct HealthTests {
    @Test func aStoreThatIsSilentIsReportedAtTheLimit() async throws {
        let schema = try Schema("Health", configurations: ["Well": [Guest.self], "Stuck": [Room.self]])
        let stack = PersistentStack(
            schema,
            registry: try StoreRegistry(backends: [
                Backend(ReferenceBackend.self), Backend(StuckBackend.self),
            ]))
        try await stack.attachPersistentStores(for: [
            StoreConfiguration(name: "Well", type: ReferenceBackend.type),
            StoreConfiguration(name: "Stuck", type: StuckBackend.type),
        ])
        try await stack.start()
        // The time passes wholly, since one store does not answer; the other one needs a part of it.
        let health = await stack.health(within: .seconds(1))
        StuckBackend.answer()
        #expect(!health.isHealthy && health.phase == .started)
        #expect(health.stores.map(\.error?.code) == [nil, .timeout])
        let text = "\(health)"
        #expect(text.hasPrefix("started\n  Well (reference): answered in "), "\(text)")
        #expect(text.contains("  Stuck (stuck): timeout: "), "\(text)")
        let again = await stack.health(within: .seconds(30))
        #expect(again.isHealthy, "\(again)")
        try await stack.close()
        let closed = await stack.health()
        #expect(!closed.isHealthy && closed.phase == .closed)
    }

    @Test func theStatusFollowsAServerThatGoesAndComes() async throws {
        let schema = try Schema("Health", configurations: ["Well": [Guest.self], "Away": [Room.self]])
        let stack = PersistentStack(
            schema,
            registry: try StoreRegistry(backends: [
                Backend(ReferenceBackend.self), Backend(AbsentBackend.self),
            ]), telemetry: .off)
        try await stack.attachPersistentStores(for: [
            StoreConfiguration(name: "Well", type: ReferenceBackend.type),
            StoreConfiguration(name: "Away", type: AbsentBackend.type),
        ])
        try await stack.start()
        func states() -> [String] { stack.status.stores.map { "\($0.state)" } }

        // Nobody has noticed yet.
        AbsentBackend.isAbsent.isOn = true
        #expect(stack.isReady)
        let health = await stack.health(within: .seconds(30))
        #expect(health.stores.map(\.error?.code) == [nil, .unavailable])
        #expect(!stack.isReady && stack.isStarted && stack.status.phase == .started)
        #expect(states() == ["started", "unreachable: unavailable: The server is away."])
        // The other store serves on.
        #expect(try await stack.perform { try $0.fetch(Guest.all).count } == 0)
        AbsentBackend.isAbsent.isOn = false
        try await stack.ready()
        #expect(states() == ["started", "started"])

        // A use that fails is noticed too: a unit of work, and a context that the program keeps.
        AbsentBackend.isAbsent.isOn = true
        let error = await #expect(throws: GranaryError.self) {
            try await stack.perform { _ = try $0.fetch(Room.all) }
        }
        #expect(error?.code == .unavailable)
        try await returns(to: stack)
        let kept = try stack.makeContext()
        AbsentBackend.isAbsent.isOn = true
        #expect(throws: GranaryError.self) { try kept.fetch(Room.all) }
        try await returns(to: stack)

        // A stack that is stopped meanwhile looks no further.
        AbsentBackend.isAbsent.isOn = true
        _ = await stack.health(within: .seconds(30))
        try await stack.stop()
        #expect(states() == ["attached", "attached"])
        try await stack.close()
        AbsentBackend.isAbsent.isOn = false
    }

    /// Waits until a stack has noticed that its server is away, lets the server come back, and waits until the stack knows.
    private func returns(to stack: PersistentStack) async throws {
        for await status in stack.statuses where !status.isReady {
            #expect("\(status)".hasSuffix("Away (absent): unreachable: unavailable: The server is away."))
            break
        }
        AbsentBackend.isAbsent.isOn = false
        try await stack.ready()
    }
}

@Model private final class Guest { var id: Int }

@Model private final class Room { var id: Int }

/// The reference store, whose sessions wait until it is allowed to answer.
private enum StuckBackend: StoreBackend {
    private static let monitor = Monitor()
    nonisolated(unsafe) private static var isStuck = true  // lock: monitor

    static let type = StoreType("stuck")
    static let capabilities = ReferenceBackend.capabilities
    static let options: [StoreOption] = []

    static func location(of configuration: StoreConfiguration) -> String? { nil }

    static func open(_ request: StoreOpenRequest) throws -> any Store {
        StuckStore(ReferenceBackend.open(request))
    }

    static func destroy(_ configuration: StoreConfiguration) throws {}

    static func answer() {
        monitor.withLock { isStuck = false }
        monitor.wakeAll()
    }

    static func waitForAnswer() { monitor.withLock { while isStuck { monitor.wait() } } }
}

private final class StuckStore: Store {
    private let store: any Store

    init(_ store: any Store) { self.store = store }

    var capabilities: Capabilities { store.capabilities }
    var identity: StoreIdentity { store.identity }

    func makeSession() throws -> any StoreSession {
        StuckBackend.waitForAnswer()
        return try store.makeSession()
    }

    func close() throws { try store.close() }
}

/// The reference store, whose server is away as long as a test wants.
private enum AbsentBackend: StoreBackend {
    static let isAbsent = AtomicSwitch(isOn: false)

    static let type = StoreType("absent")
    static let capabilities = ReferenceBackend.capabilities.subtracting(.staging)
    static let options: [StoreOption] = []

    static func location(of configuration: StoreConfiguration) -> String? { nil }

    static func open(_ request: StoreOpenRequest) throws -> any Store {
        AbsentStore(ReferenceBackend.open(request))
    }

    static func destroy(_ configuration: StoreConfiguration) throws {}
}

private final class AbsentStore: Store {
    private let store: any Store

    init(_ store: any Store) { self.store = store }

    var capabilities: Capabilities { AbsentBackend.capabilities }
    var identity: StoreIdentity { store.identity }

    func makeSession() throws -> any StoreSession { AbsentSession(base: try store.makeSession()) }

    func close() throws { try store.close() }
}

private final class AbsentSession: PassingSession {
    let base: any StoreSession

    init(base: any StoreSession) { self.base = base }

    func fetch(_ request: FetchRequest) throws -> FetchAnswer {
        if AbsentBackend.isAbsent.isOn { throw GranaryError(.unavailable, "The server is away.") }
        return try base.fetch(request)
    }

    func commit(_ changes: ChangeSet) throws -> CommitResult { try base.commit(changes) }
}
