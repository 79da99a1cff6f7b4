import Granary
import GranaryConformance
import GranaryMemory
import Testing

/// The in-memory backend keeps every promise that its capabilities allow.
@Suite struct MemoryConformanceTests {
    static let harness: ConformanceHarness = {
        var harness = ConformanceHarness(
            Backend(MemoryStore.self),
            durability: "Nothing survives the end of the process, or the closing of the store."
        ) { name, place in
            StoreConfiguration(name: name, type: .memory, location: place.directory)
        }
        harness.provesCore = true
        return harness
    }()

    @Test(
        .timeLimit(.minutes(ConformanceEffort.current.isLong ? 30 : 2)),
        arguments: MemoryConformanceTests.harness.promises)
    func keeps(_ promise: ConformancePromise) async throws {
        try await promise.verify(on: Self.harness)
    }
}
