import FoundationEssentials
import Granary
import GranaryMemory
import GranaryTestSupport
import Testing

@testable import GranarySync
@testable import GranarySyncTesting

/// One process has the right to send, whatever the clocks say.
@Suite(.timeLimit(.minutes(1))) struct SendingRightTests {
    private let date = Mutexed(Date(timeIntervalSince1970: 1_000_000_000))

    private func right(_ stack: PersistentStack) -> SendingRight {
        var times = SyncTimes()
        times.now = { [date] in date.value }
        return SendingRight(stack: stack, times: times, holder: UUID())
    }

    @Test func anotherOneTakesOverWhenTheTimeIsUp() async throws {
        let stack = try startedStack(try syncedSchema(), on: .memory)
        let (first, second) = (right(stack), right(stack))
        #expect(try await first.take())
        date.update { $0 += 29 }
        #expect(try await !second.take())
        date.update { $0 += 2 }
        #expect(try await second.take())
        #expect(try await !first.take())
    }

    @Test(arguments: [-1, -29, -31, -86_400, -1_000_000_000])
    func aClockThatIsSetBackKeepsNobodyOutForLong(_ seconds: Double) async throws {
        let stack = try startedStack(try syncedSchema(), on: .memory)
        let (first, second) = (right(stack), right(stack))
        #expect(try await first.take())
        date.update { $0 += seconds }
        // The holder keeps it while it lives, and another one need not wait longer than the usual time.
        if try await !second.take() {
            date.update { $0 += 31 }
            #expect(try await second.take())
        }
        #expect(try await !first.take())
        date.update { $0 += 16 }
        #expect(try await second.take())
        date.update { $0 += 16 }
        // It was renewed meanwhile.
        #expect(try await !first.take())
    }

    @Test func oneWhoseRightHasEndedMarksNothing() async throws {
        let stack = try startedStack(try syncedSchema(), on: .memory)
        let client = try await SyncClient(stack, ScriptedServer(), SyncTimes())
        _ = try await client.save("one")
        let core = client.repositories.outbox.core
        let (first, second) = (right(stack), right(stack))
        #expect(try await first.take())
        let id = try await stack.perform { try #require(try $0.fetch(SyncEntry.all).first).id }
        var worker = LaneWorker(core, first, OutboxPlan(core), LaneKey(source: "", name: ""))
        date.update { $0 += 31 }
        #expect(try await second.take())
        #expect(try await worker.mark([OutboxQueue.Departure(id: id)], without: []) == nil)
        let entry = try await stack.perform { context in
            let entry = try #require(try context.fetch(SyncEntry.all).first)
            return (entry.state, entry.attempts)
        }
        #expect(entry.0 == .waiting && entry.1 == 0)
    }

    @Test func theRightIsGivenBackByItsHolderAlone() async throws {
        let stack = try startedStack(try syncedSchema(), on: .memory)
        let (first, second) = (right(stack), right(stack))
        #expect(try await first.take())
        try await second.giveBack()
        #expect(try await !second.take())
        try await first.giveBack()
        #expect(try await second.take())
    }
}
