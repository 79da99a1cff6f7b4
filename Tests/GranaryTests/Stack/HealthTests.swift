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
