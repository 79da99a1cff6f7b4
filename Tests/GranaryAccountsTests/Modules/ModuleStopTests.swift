import Granary
import GranaryAccounts
import GranaryConformance
import GranaryTestSupport
import Testing

/// Modules stop backwards; one that fails or is slow is noted and passed, and one may be let go with those that need it.
@Suite(.timeLimit(.minutes(1))) struct ModuleStopTests {
    private static let second = ModuleScript.Call(delay: .seconds(1))

    @Test func modulesStopBackwards() async throws {
        let modules = ScriptedModules(.needing(1, 2), .needing(2), .needing())
        let report = try await modules.start().stop()
        #expect(
            modules.log.all.suffix(6) == [
                .stop(0), .stopped(0), .stop(1), .stopped(1), .stop(2), .stopped(2),
            ])
        #expect(report.modules.map(\.state) == [.stopped, .stopped, .stopped] && report.failures.isEmpty)
        #expect(report.modules.map(\.stopping) == [.zero, .zero, .zero])
    }

    @Test func modulesThatDoNotNeedEachOtherStopBesideEachOther() async throws {
        let modules = ScriptedModules(
            ModuleScript(needs: [2], stop: Self.second), ModuleScript(needs: [2], stop: Self.second),
            .needing())
        let running = try await modules.start()
        let stopping = Task { await running.stop() }
        try await modules.sleep(until: 1, 1, 10, 10)
        #expect(!modules.log.all.contains(.stop(2)))
        modules.clock.advance(to: .seconds(1))
        #expect(await stopping.value.modules.map(\.stopping) == [.seconds(1), .seconds(1), .zero])
        #expect(modules.log.all.suffix(2) == [.stop(2), .stopped(2)])
    }

    @Test func aStopThatFailsIsNotedAndPassed() async throws {
        let modules = ScriptedModules(
            ModuleScript(needs: [1], stop: ModuleScript.Call(fails: true)), .needing())
        let report = try await modules.start().stop()
        #expect(report[M0.self]?.stopFailure?.code == .moduleFailed && report[M0.self]?.failure == nil)
        #expect(report[M0.self]?.stopFailure?.cause is ModuleTrouble)
        #expect(report.failures.map(\.name) == ["\(M0.self)"] && report[M1.self]?.state == .stopped)
        #expect(modules.log.all.suffix(2) == [.stop(1), .stopped(1)])
    }

    @Test(arguments: [false, true]) func aStopThatIsSlowIsNotedAndPassed(_ isDeaf: Bool) async throws {
        let modules = ScriptedModules(
            ModuleScript(
                needs: [1], stop: ModuleScript.Call(delay: .seconds(9), isDeaf: isDeaf),
                stopLimit: .seconds(2)),
            .needing())
        let running = try await modules.start()
        let stopping = Task { await running.stop() }
        try await modules.sleep(until: 2, 9)
        modules.clock.advance(to: .seconds(2))
        let report = await stopping.value
        let error = try required(report[M0.self]?.stopFailure)
        #expect(error.code == .timeout && error.message.contains("has not stopped within 2.0"), "\(error)")
        #expect(report[M0.self]?.stopping == .seconds(2) && report[M1.self]?.state == .stopped)
        #expect(modules.log.all.contains(.stopped(0)) == !isDeaf)
        // What was left ends, so that the test does.
        modules.clock.advance(to: .seconds(9))
        try await reached("the end") { modules.log.all.contains(.stopped(0)) }
    }

    @Test func aStartThatNeverEndsIsLeftToo() async throws {
        let modules = ScriptedModules(
            .needing(),
            ModuleScript(needs: [0], moment: .afterwards, start: ModuleScript.hanging, stopLimit: .seconds(2))
        )
        let running = try await modules.start()
        try await modules.sleep(until: 30, 1_000_000)
        let stopping = Task { await running.stop() }
        // What it needs is stopped once it is left.
        try await reached("the limit of the stop") { modules.clock.sleepers.contains(.seconds(2)) }
        #expect(!modules.log.all.contains(.stop(0)))
        modules.clock.advance(to: .seconds(2))
        let report = await stopping.value
        #expect(report[M1.self]?.stopFailure?.code == .timeout && report[M0.self]?.state == .stopped)
        modules.clock.advance(to: .seconds(1_000_000))
        try await reached("a stop all the same") { modules.log.all.contains(.stopped(1)) }
    }

    @Test func whatHasNotStartedIsNotStopped() async throws {
        let modules = ScriptedModules(
            .needing(at: .lazy), ModuleScript(start: ModuleScript.Call(fails: true)), .needing(1))
        let report = try await modules.start().stop()
        #expect(report.modules.map(\.state) == [.notStarted, .failed, .failed])
        #expect(modules.log.all == [.start(1), .failed(1)])
    }

    @Test func aSecondStopWaitsForTheFirst() async throws {
        let modules = ScriptedModules(ModuleScript(stop: Self.second))
        let running = try await modules.start()
        let both = [Task { await running.stop() }, Task { await running.stop() }]
        try await modules.sleep(until: 1, 10)
        // Whoever is cancelled waits all the same.
        both[0].cancel()
        modules.clock.advance(to: .seconds(1))
        for stop in both { #expect(await stop.value[M0.self]?.state == .stopped) }
        #expect(modules.log.all.count { $0 == .stop(0) } == 1)
        #expect(await thrownError { try await running[M0.self] }?.code == .closed)
    }

    @Test func oneModuleIsLetGoWithThoseThatNeedIt() async throws {
        let modules = ScriptedModules(.needing(1), .needing(2), .needing(), .needing(2))
        let running = try await modules.start()
        try await running.stop(M1.self)
        #expect(running.report.modules.map(\.state) == [.stopped, .stopped, .running, .running])
        #expect(modules.log.all.suffix(4) == [.stop(0), .stopped(0), .stop(1), .stopped(1)])
        #expect(await thrownError { try await running[M0.self] }?.code == .closed)
        _ = try await running[M3.self]
        await running.stop()
        #expect(modules.log.all.count == 16 && modules.log.all.suffix(2) == [.stop(2), .stopped(2)])
    }

    @Test func aLazyModuleThatWasLetGoStartsAgain() async throws {
        let modules = ScriptedModules(
            ModuleScript(moment: .lazy, stop: Self.second), .needing(0, at: .lazy))
        let running = try await modules.start()
        _ = try await running[M1.self]
        let stopping = Task { try await running.stop(M0.self) }
        try await modules.sleep(until: 1, 10)
        #expect(running.report.modules.map(\.state) == [.stopping, .notStarted])
        // Whoever asks meanwhile gets it when it has stopped and started again.
        let asking = Task { try await running[M1.self] }
        try await reached("a wait") { running.report[M1.self]?.state == .starting }
        modules.clock.advance(to: .seconds(1))
        try await stopping.value
        _ = try await asking.value
        #expect(modules.log.all.suffix(4) == [.start(0), .started(0), .start(1), .started(1)])
        let last = Task { await running.stop() }
        try await modules.sleep(until: 2, 11)
        modules.clock.advance(to: .seconds(2))
        _ = await last.value
    }

    @Test func aLazyModuleThatWasLeftDoesNotStartAgain() async throws {
        let modules = ScriptedModules(
            ModuleScript(moment: .lazy, stop: ModuleScript.hanging, stopLimit: .seconds(1)))
        let running = try await modules.start()
        _ = try await running[M0.self]
        let stopping = Task { try await running.stop(M0.self) }
        try await modules.sleep(until: 1, 1_000_000)
        modules.clock.advance(to: .seconds(1))
        try await stopping.value
        let error = try required(await thrownError { try await running[M0.self] })
        #expect(error.code == .closed && error.message.contains("was stopped for good"), "\(error)")
        #expect(running.report[M0.self]?.stopFailure?.code == .timeout)
        await running.stop()
        modules.clock.advance(to: .seconds(2_000_000))
        try await reached("the end") { modules.log.all.contains(.stopped(0)) }
    }

    @Test func aLazyModuleWhoseStopFailsDoesNotStartAgain() async throws {
        let modules = ScriptedModules(
            ModuleScript(moment: .lazy, stop: ModuleScript.Call(fails: true)), .needing(0, at: .lazy))
        let running = try await modules.start()
        _ = try await running[M0.self]
        try await running.stop(M0.self)
        let error = try required(await thrownError { try await running[M0.self] })
        #expect(error.code == .closed && error.message.contains("was stopped for good"), "\(error)")
        let blocked = try required(await thrownError { try await running[M1.self] })
        #expect(blocked.message.contains("<N0> was stopped for good"), "\(blocked)")
        #expect(modules.log.all == [.start(0), .started(0), .stop(0), .stopped(0)])
        await running.stop()
    }

    @Test func whoWaitsForALazyModuleThatIsLetGoMayAskAgain() async throws {
        let modules = ScriptedModules(ModuleScript(moment: .lazy, start: Self.second))
        let running = try await modules.start()
        let asking = Task { try await running[M0.self] }
        try await modules.sleep(until: 1, 30)
        try await running.stop(M0.self)
        let error = try required(await thrownError { try await asking.value })
        #expect(error.code == .closed && error.message.contains("it starts again"), "\(error)")
        let again = Task { try await running[M0.self] }
        try await modules.sleep(until: 1, 30)
        modules.clock.advance(to: .seconds(1))
        _ = try await again.value
        await running.stop()
        let late = try required(await thrownError { try await running[M0.self] })
        #expect(late.message.contains("was stopped for good"), "\(late)")
    }

    @Test func oneThatIsStartingIsLetGo() async throws {
        let modules = ScriptedModules(
            ModuleScript(moment: .afterwards, start: Self.second), .needing(0, at: .afterwards), .needing())
        let running = try await modules.start()
        try await modules.sleep(until: 1, 30)
        let asking = Task { try await running[M1.self] }
        try await running.stop(M0.self)
        #expect(await thrownError { try await asking.value }?.code == .closed)
        #expect(running.report.modules.map(\.state) == [.stopped, .stopped, .running])
        #expect(running.report.failures.isEmpty)
        await running.stop()
    }
}
