public import Granary

/// The workbench of a promise: a started stack of the kit's models in separate stores.
public struct ConformanceBench: Sendable {
    /// The harness of the backend.
    public let harness: ConformanceHarness
    /// How the configurations are spread over stores.
    public let topology: ConformanceTopology
    /// The directory of this promise; it is removed afterwards.
    public let directory: String
    /// The started stack.
    public let stack: PersistentStack

    init(
        harness: ConformanceHarness, topology: ConformanceTopology, directory: String,
        settings: StackSettings? = nil
    ) throws {
        self.harness = harness
        self.topology = topology
        self.directory = directory
        stack = try Self.makeStack(harness, topology, settings: settings)
        try stack.attachPersistentStores(for: configurations())
        try stack.start()
    }

    private static func makeStack(
        _ harness: ConformanceHarness, _ topology: ConformanceTopology, settings: StackSettings?,
        strategy: any ContextStrategy = .direct, telemetry: Telemetry = Telemetry(),
        clock: any Clock<Duration> = ContinuousClock()
    ) throws -> PersistentStack {
        try PersistentStack(
            ConformanceModels.schema(topology), registry: StoreRegistry(backends: [harness.backend]),
            settings: settings ?? harness.settings, strategy: strategy, telemetry: telemetry, clock: clock)
    }

    /// Runs a unit of work in the stack.
    public func perform<R: Sendable>(
        _ options: ContextOptions? = nil, _ body: @escaping @Sendable (Context) throws -> R
    ) async throws -> R {
        try await stack.perform(options, body)
    }

    /// The configurations of the kit's models at a place below the promise's directory; by default the promise's own.
    public func configurations(at name: String? = nil) throws -> [StoreConfiguration] {
        try ConformanceModels.configurationNames(topology).map { try configuration($0, at: name) }
    }

    /// One configuration of the kit's models.
    public func configuration(_ configuration: String, at name: String? = nil) throws -> StoreConfiguration {
        let store = topology.store(of: configuration)
        return try harness.placement(
            configuration,
            ConformancePlace(directory: directory, store: name.map { "\($0)-\(store)" } ?? store))
    }

    /// Makes another stack of the same models, with its stores attached but not started.
    ///
    /// Its stores are at the promise's own place unless another is named.
    public func anotherStack(
        at name: String? = nil, settings: StackSettings? = nil, strategy: any ContextStrategy = .direct,
        telemetry: Telemetry = Telemetry(), clock: any Clock<Duration> = ContinuousClock()
    ) throws -> PersistentStack {
        let stack = try Self.makeStack(
            harness, topology, settings: settings, strategy: strategy, telemetry: telemetry, clock: clock)
        try stack.attachPersistentStores(for: configurations(at: name))
        return stack
    }

    /// Closes the stack and runs a closure with another one that opens the same stores, like a restarted program.
    public func reopened<R: Sendable>(
        _ body: @Sendable (PersistentStack) async throws -> R
    ) async throws -> R {
        try await stack.stop()
        return try await withStack(try anotherStack(), body)
    }

    /// Starts a stack, runs a closure with it, and closes it.
    public func withStack<R: Sendable>(
        _ stack: PersistentStack, _ body: @Sendable (PersistentStack) async throws -> R
    ) async throws -> R {
        do {
            try await stack.start()
            let result = try await body(stack)
            try await stack.close()
            return result
        } catch {
            try? await stack.close()
            throw error
        }
    }

    /// Closes the stack and removes its stores.
    func tearDown() async throws {
        try await stack.close()
        for configuration in try configurations() { try harness.backend.type.destroy(configuration) }
    }
}
