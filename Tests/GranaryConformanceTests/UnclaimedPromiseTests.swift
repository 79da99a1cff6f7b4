import Granary
import GranaryConformance
import Testing

/// Promises outside of a backend's claims: one that is kept all the same fails a run, unless that may be chance.
@Suite struct UnclaimedPromiseTests {
    private static let harness = ConformanceHarness(Backend(DictionaryBackend.self)) { name, place in
        StoreConfiguration(name: name, type: DictionaryBackend.type, location: place.directory)
    }

    private static func promise(mayBeKeptByChance: Bool, isKept: Bool) -> ConformancePromise {
        ConformancePromise(
            "A promise", category: .performance, requires: .nativeQueries,
            mayBeKeptByChance: mayBeKeptByChance
        ) { _ in
            if !isKept { throw ConformanceFailure(.broken, "It is not kept.") }
        }
    }

    @Test(arguments: [true, false]) func oneThatMayBeKeptByChanceFailsNoRun(isKept: Bool) async throws {
        #expect(!Self.harness.capabilities.contains(.nativeQueries))
        try await Self.promise(mayBeKeptByChance: true, isKept: isKept).verify(on: Self.harness)
    }

    @Test func oneThatIsNotKeptFailsNoRun() async throws {
        try await Self.promise(mayBeKeptByChance: false, isKept: false).verify(on: Self.harness)
    }

    @Test func oneThatIsKeptForAllThatFailsARun() async throws {
        await withKnownIssue {
            try await Self.promise(mayBeKeptByChance: false, isKept: true).verify(on: Self.harness)
        }
    }

    @Test(arguments: [true, false]) func aReportTellsChanceFromAForgottenClaim(mayBeKeptByChance: Bool) {
        let promise = Self.promise(mayBeKeptByChance: mayBeKeptByChance, isKept: true)
        #expect(promise.record(of: .success(()), false) == (mayBeKeptByChance ? .unclaimed : .keptUnclaimed))
        #expect(promise.record(of: .success(()), true) == .kept)
    }

    /// What is about times needs the mark wherever it needs a capability.
    @Test func promisesAboutSpeedMayBeKeptByChance() {
        for promise in ConformancePromise.all
        where promise.category == .performance && !promise.requires.isEmpty {
            #expect(promise.mayBeKeptByChance, "\(promise)")
        }
    }
}
