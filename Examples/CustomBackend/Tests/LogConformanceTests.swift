import CustomBackend
import Granary
import GranaryConformance
import Testing

/// The example's backend keeps every promise that its capabilities allow, as any stranger's must.
@Suite struct LogConformanceTests {
    static let harness = {
        var harness = ConformanceHarness(Backend(LogStore.self)) { name, place in
            StoreConfiguration(name: name, type: LogStore.type, location: place.directory, file: place.store)
        }
        // What it leaves to the core, of which a short run checks a sample here.
        harness.samples = [.predicates, .sorting, .aggregates, .structures, .values, .telemetry, .loading]
        return harness
    }()

    @Test(.timeLimit(.minutes(2)), arguments: LogConformanceTests.harness.promises)
    func keeps(_ promise: ConformancePromise) async throws {
        try await promise.verify(on: Self.harness)
    }

    @Test(.timeLimit(.minutes(30)), arguments: ConformanceFuzzer.seeds)
    func answersLikeTheReference(seed: UInt64) throws {
        try ConformanceFuzzer(Self.harness).run(seed: seed).get()
    }
}
