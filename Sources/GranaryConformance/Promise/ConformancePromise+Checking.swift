import FoundationEssentials
import Granary
public import Testing

extension ConformancePromise {
    /// Checks the promise on a backend, in separate stores that are removed afterwards.
    ///
    /// The result is a value, so that tests of the kit can inspect how a broken backend fails. A promise that takes
    /// longer than the harness allows, or than 25 minutes in a long run, fails with ``ConformanceFailure/Kind/late``;
    /// its unfinished work is abandoned. A process checks a few promises at a time; the time of waiting to start does
    /// not count.
    public func check(on harness: ConformanceHarness) async -> Result<Void, ConformanceFailure> {
        await check(
            on: harness,
            within: ConformanceEffort.current.isLong
                ? max(harness.deadline, .seconds(1_500)) : harness.deadline)
    }

    private func check(
        on harness: ConformanceHarness, within deadline: Duration
    ) async -> Result<Void, ConformanceFailure> {
        await PromiseGate.shared.enter()
        let finish = FirstResult()
        let result = await withCheckedContinuation { continuation in
            finish.wait(continuation)
            Task.detached { finish.take(await run(on: harness)) }
            Task.detached {
                try? await Task.sleep(for: deadline)
                finish.take(
                    .failure(ConformanceFailure(.late, "“\(name)” was not kept within \(deadline).")))
            }
        }
        await PromiseGate.shared.leave()
        return result
    }

    /// Checks the promise in a Swift Testing test.
    ///
    /// A promise that needs an unclaimed capability runs as a known issue: it stays visible, and the test fails if the
    /// promise is kept anyway, unless it ``mayBeKeptByChance``. It has five seconds at most: some wait in vain for what
    /// the store never does. ``ConformanceReport`` describes how the result is reported.
    public func verify(
        on harness: ConformanceHarness, sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        let isClaimed = requires.isSubset(of: harness.capabilities)
        let result =
            isClaimed
            ? await check(on: harness) : await check(on: harness, within: min(harness.deadline, .seconds(5)))
        ConformanceReport(harness)?.note(self, record(of: result, isClaimed))
        if isClaimed { return try result.get() }
        withKnownIssue(
            "\(name): not claimed by \(harness.backend.type.type)", isIntermittent: mayBeKeptByChance,
            sourceLocation: sourceLocation
        ) {
            try result.get()
        }
    }

    /// Records the result; a promise kept by chance counts as unclaimed, like one that is not kept.
    package func record(
        of result: Result<Void, ConformanceFailure>, _ isClaimed: Bool
    ) -> ConformanceRecord.Result {
        switch result {
        case .success where mayBeKeptByChance && !isClaimed: .unclaimed
        case .success: isClaimed ? .kept : .keptUnclaimed
        case .failure: isClaimed ? .broken : .unclaimed
        }
    }

    private func run(on harness: ConformanceHarness) async -> Result<Void, ConformanceFailure> {
        let takesUsedStores = isAboutContent && harness.usesStoresAgain && !ConformanceEffort.current.isLong
        let bench: ConformanceBench
        do {
            let used = takesUsedStores ? StorePool.take(harness, topology) : nil
            bench = try used ?? newBench(harness)
        } catch {
            return .failure(
                ConformanceFailure(.setUp, "The stack for “\(name)” could not be set up.", cause: error))
        }
        let result = await keep(bench)
        if takesUsedStores, case .success = result, (try? StorePool.put(bench)) != nil { return result }
        defer { TemporaryDirectory(bench.directory).remove() }
        do {
            try await bench.tearDown()
        } catch {
            if case .success = result {
                return .failure(
                    ConformanceFailure(.threw, "Closing or destroying the stores failed.", cause: error))
            }
        }
        return result
    }

    private func newBench(_ harness: ConformanceHarness) throws -> ConformanceBench {
        let directory = TemporaryDirectory()
        do {
            try directory.make()
            return try ConformanceBench(harness: harness, topology: topology, directory: directory.path)
        } catch {
            directory.remove()
            throw error
        }
    }

    private func keep(_ bench: ConformanceBench) async -> Result<Void, ConformanceFailure> {
        do {
            return .success(try await body(bench))
        } catch let failure as ConformanceFailure {
            return .failure(failure)
        } catch {
            return .failure(ConformanceFailure(.threw, "“\(name)” ended with an error.", cause: error))
        }
    }
}
