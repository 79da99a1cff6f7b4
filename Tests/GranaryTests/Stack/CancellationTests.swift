import Granary
import Synchronization
import Testing

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

    @Test func interruptsNothingThatWasGivenBack() throws {
        let cancellation = Cancellation()
        let interrupted = Atomic<Int>(0)
        try cancellation.add { interrupted.add(1, ordering: .relaxed) }
        cancellation.finish()
        cancellation.cancel()
        #expect(interrupted.load(ordering: .relaxed) == 0)
    }
}
