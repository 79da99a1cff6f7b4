import Granary
import GranaryAccounts
import GranaryConformance
import GranaryTestSupport
import Testing

/// Modules start by need and beside each other, essential ones before the start returns, each within its limit.
@Suite(.timeLimit(.minutes(1))) struct ModuleStartTests {
    private static let second = ModuleScript.Call(delay: .seconds(1))

    @Test func whatIsNeededStartsFirst() async throws {
        let modules = ScriptedModules(.needing(1, 2), .needing(2), .needing())
        let running = try await modules.start()
        #expect(
            modules.log.all == [.start(2), .started(2), .start(1), .started(1), .start(0), .started(0)])
        #expect(running.report.modules.map(\.state) == [.running, .running, .running])
        await running.stop()
    }

    @Test func modulesThatDoNotNeedEachOtherStartBesideEachOther() async throws {
        let modules = ScriptedModules(
            ModuleScript(start: Self.second), ModuleScript(start: Self.second),
            ModuleScript(needs: [0, 1], start: Self.second))
        let starting = Task { try await modules.start() }
        // Two that sleep, and their limits.
        try await modules.sleep(until: 1, 1, 30, 30)
        #expect(Set(modules.log.all) == [.start(0), .start(1)])
        modules.clock.advance(to: .seconds(1))
        try await modules.sleep(until: 2, 31)
        modules.clock.advance(to: .seconds(2))
        let report = try await starting.value.report
        #expect(report.modules.map(\.starting) == [.seconds(1), .seconds(1), .seconds(1)])
    }

    @Test func essentialOnesStartBeforeTheOthers() async throws {
        let modules = ScriptedModules(
            ModuleScript(needs: [1], moment: .afterwards),
            ModuleScript(moment: .afterwards, start: Self.second),
            ModuleScript(start: Self.second))
        let starting = Task { try await modules.start() }
        try await modules.sleep(until: 1, 30)
        #expect(modules.log.all == [.start(2)])
        modules.clock.advance(to: .seconds(1))
        let running = try await starting.value
        #expect(running.report[M0.self]?.state == .starting && running.report[M1.self]?.state == .starting)
        try await modules.sleep(until: 2, 31)
        modules.clock.advance(to: .seconds(2))
        _ = try await running[M0.self]
        #expect(modules.log.all.suffix(4) == [.start(1), .started(1), .start(0), .started(0)])
        await running.stop()
    }

    @Test func whatAnEssentialModuleNeedsIsEssential() async throws {
        let modules = ScriptedModules(
            .needing(1), .needing(2, at: .afterwards), .needing(at: .lazy), .needing(at: .lazy))
        let report = try await modules.start().report
        #expect(report.modules.map(\.state) == [.running, .running, .running, .notStarted])
        #expect(report.modules.map(\.isEssential) == [true, true, true, false])
    }

    @Test func aModuleThatFailsKeepsThoseThatNeedItFromStarting() async throws {
        let modules = ScriptedModules(
            .needing(1), .needing(2), ModuleScript(start: ModuleScript.Call(delay: .seconds(1), fails: true)),
            .needing())
        let starting = Task { try await modules.start() }
        try await modules.sleep(until: 1, 30)
        modules.clock.advance(to: .seconds(1))
        let running = try await starting.value
        let report = running.report
        #expect(report.modules.map(\.state) == [.failed, .failed, .failed, .running])
        #expect(Set(modules.log.all) == [.start(2), .failed(2), .start(3), .started(3)])
        #expect(report.failures.map(\.name) == [M0.self, M1.self, M2.self].map { "\($0)" })
        #expect(report[M2.self]?.failure?.cause is ModuleTrouble && report[M2.self]?.starting == .seconds(1))
        let blocked = try required(report[M0.self]?.failure)
        #expect(blocked.code == .moduleFailed && (blocked.cause as? GranaryError)?.cause is ModuleTrouble)
        #expect(
            blocked.message.contains("(ScriptedModule<N0> → ScriptedModule<N1> → ScriptedModule<N2>)"),
            "\(blocked)")
        let error = try required(failure { try report.check() })
        #expect(error.code == .moduleFailed && error.message.contains("ScriptedModule<N2> could not start"))
        await running.stop()
    }

    @Test func whatIsNotEssentialMayFail() async throws {
        let modules = ScriptedModules(
            .needing(), ModuleScript(moment: .afterwards, start: ModuleScript.Call(fails: true)))
        let running = try await modules.start()
        try await reached("a failure") { !running.report.failures.isEmpty }
        try running.report.check()
        #expect(running.report[M0.self]?.failure == nil)
    }

    @Test(arguments: [false, true]) func aModuleThatTakesTooLongIsLeft(_ isDeaf: Bool) async throws {
        let modules = ScriptedModules(
            ModuleScript(start: ModuleScript.Call(delay: .seconds(9), isDeaf: isDeaf), limit: .seconds(2)),
            .needing(0), ModuleScript(start: ModuleScript.Call(delay: .seconds(3))))
        let starting = Task { try await modules.start() }
        try await modules.sleep(until: 2, 3, 9, 30)
        modules.clock.advance(to: .seconds(2))
        try await reached("the limit") { modules.clock.sleepers.count == (isDeaf ? 3 : 2) }
        modules.clock.advance(to: .seconds(3))
        let running = try await starting.value
        let error = try required(running.report[M0.self]?.failure)
        #expect(
            error.code == .timeout && error.message.contains("ScriptedModule<N0> has not started within 2.0"))
        #expect(running.report.modules.map(\.state) == [.failed, .failed, .running])
        #expect(running.report[M0.self]?.starting == .seconds(2))
        if isDeaf {
            // It has started after all, and is put away again.
            modules.clock.advance(to: .seconds(9))
            try await reached("a stop") { modules.log.all.suffix(3) == [.started(0), .stop(0), .stopped(0)] }
            try await reached("its end") { running.report[M0.self]?.state == .failed }
        }
        await running.stop()
        #expect(modules.log.all.count { $0 == .stop(0) } == (isDeaf ? 1 : 0))
    }

    @Test func onlyErrorsOfGranaryAreQuoted() async throws {
        struct Told: Module {
            let error: any Error
            func start(in surroundings: ModuleSurroundings) async throws { throw error }
            func stop() async {}
        }
        struct Secret: Error, CustomStringConvertible { let description = "password 123" }
        let secret = try await Modules { Told(error: Secret()) }.start().report
        #expect(!"\(secret)".contains("123") && "\(secret)".contains("it threw Secret"), "\(secret)")
        let known = try await Modules { Told(error: GranaryError(.unavailable, "No line.")) }.start().report
        #expect("\(known)".contains("could not start: unavailable: No line."), "\(known)")
    }

    @Test(arguments: [false, true]) func aCancelledStartStopsWhatHasBegun(_ isDeaf: Bool) async throws {
        let modules = ScriptedModules(
            .needing(), .needing(0),
            ModuleScript(needs: [1], start: ModuleScript.Call(delay: .seconds(1), isDeaf: isDeaf)),
            .needing(2))
        let starting = Task { try await modules.start() }
        try await modules.sleep(until: 1, 30)
        starting.cancel()
        if isDeaf {
            try await modules.sleep(until: 1, 10)
            modules.clock.advance(to: .seconds(1))
        }
        let error = await thrownError { try await starting.value }
        #expect(error?.code == .cancelled)
        let end: [ModuleEvent] = isDeaf ? [.started(2), .stop(2), .stopped(2)] : [.failed(2)]
        #expect(Array(modules.log.all.dropFirst(5)) == end + [.stop(1), .stopped(1), .stop(0), .stopped(0)])
    }

    @Test func aTaskThatIsCancelledAlreadyStartsNothing() async throws {
        let modules = ScriptedModules(.needing())
        let starting = Task {
            try await reached("a cancellation") { Task.isCancelled }
            return try await modules.start()
        }
        starting.cancel()
        #expect(await thrownError { try await starting.value }?.code == .cancelled)
        #expect(modules.log.all == [])
    }

    @Test func noModulesStart() async throws {
        let running = try await Modules {}.start()
        #expect(await running.stop().modules.isEmpty)
    }

    @Test func aRunStopsWhatItHasStarted() async throws {
        let modules = ScriptedModules(.needing())
        let answer = try await modules.list.run(clock: modules.clock) { running in
            _ = try await running[M0.self]
            return modules.log.all
        }
        #expect(answer == [.start(0), .started(0)] && modules.log.all.suffix(2) == [.stop(0), .stopped(0)])
        let thrown = await thrownError {
            try await modules.list.run(clock: modules.clock) { _ in
                throw GranaryError(.unavailable, "No line.")
            }
        }
        #expect(thrown?.code == .unavailable && modules.log.all.count == 8)
    }

    @Test func aRunNeedsItsEssentialModules() async throws {
        let modules = ScriptedModules(.needing(), ModuleScript(start: ModuleScript.Call(fails: true)))
        let thrown = await thrownError {
            try await modules.list.run(clock: modules.clock) { _ in Issue.record("the closure is called") }
        }
        #expect(thrown?.code == .moduleFailed && modules.log.all.suffix(2) == [.stop(0), .stopped(0)])
    }
}
