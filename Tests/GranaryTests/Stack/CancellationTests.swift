import Granary
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

    @Test func interruptsNothingThatWasGivenBack() throws {
        let cancellation = Cancellation()
        let interrupted = Atomic<Int>(0)
        try cancellation.add { interrupted.add(1, ordering: .relaxed) }
        cancellation.finish()
        cancellation.cancel()
        #expect(interrupted.load(ordering: .relaxed) == 0)
    }
}
