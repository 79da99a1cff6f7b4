import Granary
import GranaryConformance
import GranaryMemory
import Testing

/// The in-memory backend keeps every promise that its capabilities allow.
@Suite struct MemoryConformanceTests {
    static let harness = ConformanceHarness(Backend(MemoryStore.self)) { name, place in
        StoreConfiguration(name: name, type: .memory, location: place.directory)
    }

    @Test(.timeLimit(.minutes(2)), arguments: ConformancePromise.all)
    func keeps(_ promise: ConformancePromise) async throws {
        try await promise.verify(on: Self.harness)
    }
}
