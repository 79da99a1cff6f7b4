import Granary
import GranaryConformance
import Testing

/// The kit catches stores that are broken on purpose, and the fuzzer catches most of them without being told
/// what to look for.
@Suite struct BrokenStoreTests {
    /// Each fault breaks at least one promise of the categories that are about it.
    @Test(.timeLimit(.minutes(5)), arguments: Fault.all)
    func aPromiseCatches(_ fault: Fault) async throws {
        let start = ContinuousClock.now
        var broken: [String] = []
        let promises = ConformancePromise.all.filter(fault.concerns)
        for promise in promises where broken.isEmpty || ConformanceEffort.current.isLong {
            if case .failure = await promise.check(on: fault.harness) { broken.append(promise.description) }
        }
        print("\(fault) breaks, after \(ContinuousClock.now - start): \(broken.joined(separator: "; "))")
        #expect(
            !broken.isEmpty, "no promise of \(fault.categories.map(\.code)) \(fault.name) notices \(fault)")
    }

    /// What the stores with faulty notices do rightly is enough for every promise about following others.
    @Test(.timeLimit(.minutes(5)), arguments: followingPromises)
    func aStoreThatTellsRightlyKeeps(_ promise: ConformancePromise) async throws {
        try await promise.check(on: Fault.rightTelling).get()
    }

    private static let followingPromises = ConformancePromise.all.filter {
        [ConformanceCategory.observation, .sharing].contains($0.category)
            && $0.requires.contains(.foreignSaves)
    }
}
