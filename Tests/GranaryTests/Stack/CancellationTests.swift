import Granary
import GranaryConformance
import GranaryTestSupport
import Synchronization
import Testing

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

@Suite struct CancellationTests {
    @Test func interruptsEverySessionThatWasAdded() throws {
        let cancellation = Cancellation()
        let interrupted = Atomic<Int>(0)
        for _ in 0..<3 { try cancellation.add { interrupted.add(1, ordering: .relaxed) } }
        try cancellation.check()
        cancellation.cancel()
        #expect(interrupted.load(ordering: .relaxed) == 3)
        #expect(throws: GranaryError.self) { try cancellation.check() }
    }

    @Test func refusesSessionsThatComeTooLate() throws {
        let cancellation = Cancellation()
        cancellation.cancel()
        let error = #expect(throws: GranaryError.self) { try cancellation.add {} }
        #expect(error?.code == .cancelled)
    }

    @Test(.timeLimit(.minutes(1))) func aUnitOfWorkThatWaitsForAThreadEndsAtOnce() async throws {
        var settings = StackSettings()
        settings.workers = 1
        let stack = try makeStack(settings)
        let isFree = Atomic(false)
        let busy = Task.immediate {
            try await stack.perform { _ in while !isFree.load(ordering: .acquiring) { _ = sched_yield() } }
        }
        let waiting = Task.immediate { try await stack.perform { try $0.count(Team.all) } }
        waiting.cancel()
        let error = await #expect(throws: GranaryError.self) { try await waiting.value }
        #expect(error?.code == .cancelled)
        isFree.store(true, ordering: .releasing)
        try await busy.value
    }

    @Test(.timeLimit(.minutes(1))) func aTimeLimitEndsAUnitOfWorkThatWaitsOrReads() async throws {
        let (clock, isBegun) = (DrivenClock(), AtomicSwitch(isOn: false))
        let stack = try PersistentStack(
            Schema("Clubs", models: [Team.self, Player.self, Tag.self, Contract.self, Trophy.self]),
            registry: StoreRegistry([ReferenceBackend.self]), telemetry: .off, clock: clock)
        try await stack.attachPersistentStore(
            for: StoreConfiguration(name: "Default", type: ReferenceBackend.type))
        try await stack.start()
        let work = Task {
            try await stack.perform(timeout: .seconds(3)) { context in
                try context.insert(Team(code: "A", name: "Ants"))
                isBegun.isOn = true
                while true { _ = try context.count(Team.all) }
            }
        }
        await clock.nextWaking(after: .seconds(3))
        while !isBegun.isOn { await Task.yield() }
        clock.advance(by: .seconds(3))
        let error = await #expect(throws: GranaryError.self) { try await work.value }
        #expect(error?.code == .timeout && error?.message.contains("3.0 seconds") == true)
        // In time; and one that the task cancels is no matter of time.
        let count = try await stack.perform(timeout: .seconds(3)) { try $0.count(Team.all) }
        #expect(count == 0)
        let cancelled = Task {
            try await stack.perform(timeout: .seconds(3)) { context in
                while true { _ = try context.count(Team.all) }
            }
        }
        await clock.nextWaking(after: .seconds(3))
        cancelled.cancel()
        let other = await #expect(throws: GranaryError.self) { try await cancelled.value }
        #expect(other?.code == .cancelled)
        try await stack.close()
    }

    @Test func interruptsNothingThatWasGivenBack() throws {
        let cancellation = Cancellation()
        let interrupted = Atomic<Int>(0)
        try cancellation.add { interrupted.add(1, ordering: .relaxed) }
        cancellation.finish()
        cancellation.cancel()
        #expect(interrupted.load(ordering: .relaxed) == 0)
    }
}
