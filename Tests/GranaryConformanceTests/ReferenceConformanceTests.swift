import Granary
import GranaryConformance
import Testing

/// The reference store keeps every promise; a promise it breaks is a fault of the core or of the kit.
@Suite struct ReferenceConformanceTests {
    static let harness = ConformanceHarness(Backend(ReferenceBackend.self)) { name, place in
        StoreConfiguration(name: name, type: "reference", location: place.directory, file: place.store)
    }

    @Test(
        .timeLimit(.minutes(ConformanceEffort.current.isLong ? 30 : 2)),
        arguments: ReferenceConformanceTests.harness.promises)
    func keeps(_ promise: ConformancePromise) async throws {
        try await promise.verify(on: Self.harness)
    }

    @Test func namesAreUnique() {
        let names = ConformancePromise.all.map(\.description)
        #expect(Set(names).count == names.count)
    }
}
