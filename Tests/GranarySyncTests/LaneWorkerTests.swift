import FoundationEssentials
import Granary
import GranaryMemory
import GranaryTestSupport
import Testing

@testable import GranarySync
@testable import GranarySyncTesting

/// A worker that was given a queue of before does not change what has left.
@Suite(.timeLimit(.minutes(1))) struct LaneWorkerTests {
    /// The entries of a store in their order, as their identities, states and values.
    private func entries(_ stack: PersistentStack) async throws -> [(
        id: UUID, state: EntryState, values: Data
    )] {
        try await stack.perform { context in
            try context.fetch(SyncEntry.all).sorted(by: EntryOrder.precedes).map {
                ($0.id, $0.state, $0.values)
            }
        }
    }

    /// A post that was saved and changed, with the writes of both.
    private func made() async throws -> (SyncClient, LaneWorker, OutboxQueue.Departure) {
        let stack = try startedStack(try syncedSchema(coalescing: true), on: .memory)
        let client = try await SyncClient(stack, ScriptedServer(), SyncTimes())
        let post = try await client.save("one")
        try await client.change(post.objectID) { $0.title = "two" }
        let core = client.repositories.outbox.core
        let right = SendingRight(stack: stack, times: core.times, holder: core.identity)
        #expect(try await right.take())
        let worker = LaneWorker(core, right, OutboxPlan(core), LaneKey(source: "", name: ""))
        let ids = try await entries(stack).map(\.id)
        return (client, worker, OutboxQueue.Departure(id: ids[0], later: [ids[1]]))
    }

    @Test func aWriteThatHasLeftTakesNoOtherOver() async throws {
        let (client, worker, departure) = try await made()
        // Another worker has sent the first one since, and has got no answer.
        try await client.stack.perform(RepositoryCore.servedOptions(by: EntryWatch.sender)) { context in
            let entry = try #require(try context.object(ObjectID<SyncEntry>(departure.id)))
            entry.noteNumber()
            entry.state = .sent
            try context.save()
        }
        let before = try await entries(client.stack)
        var first = worker
        #expect(try await first.mark([departure], without: []) == nil)
        let after = try await entries(client.stack)
        #expect(after.map(\.id) == before.map(\.id) && after.map(\.values) == before.map(\.values))
    }

    @Test func whatTheSenderOfAnotherStackHasDoneIsNews() async throws {
        let (client, _, departure) = try await made()
        let other = PersistentStack(sharing: client.stack)
        try await other.attachPersistentStores(for: client.stack.attachedStores)
        try await other.start()
        let entity = try #require(other.schema.entity(of: SyncEntry.self))
        let watches = [EntryWatch(of: entity, client.stack), EntryWatch(of: entity, other)]
        try await client.stack.perform(RepositoryCore.servedOptions(by: EntryWatch.sender)) { context in
            let entry = try #require(try context.object(ObjectID<SyncEntry>(departure.id)))
            entry.noteNumber()
            entry.state = .sent
            try context.save()
        }
        #expect(watches.map(\.present.all) == [1, 1] && watches.map(\.present.others) == [0, 1])
        try await other.close()
    }

    @Test func writesThatHaveNotLeftBecomeOne() async throws {
        let (client, worker, departure) = try await made()
        var first = worker
        let writes = try #require(try await first.mark([departure], without: []))
        #expect(writes.map(\.id) == [departure.id] && writes.map { $0.values["title"] } == [.text("two")])
        #expect(try await entries(client.stack).map(\.id) == [departure.id])
    }

    @Test func withoutTheRightNothingIsMarked() async throws {
        let (client, worker, departure) = try await made()
        let before = try await entries(client.stack)
        var first = worker
        // The access allows something else than when the writes were chosen.
        #expect(try await first.mark([departure], without: ["Post"]) == nil)
        let after = try await entries(client.stack)
        #expect(after.map(\.id) == before.map(\.id) && after.map(\.state) == before.map(\.state))
        #expect(after.map(\.values) == before.map(\.values))
    }

    @Test func writesThatBecameOneReferToTheObjectsOfAll() async throws {
        let stack = try startedStack(try syncedSchema(coalescing: true), on: .memory)
        let client = try await SyncClient(stack, ScriptedServer(), SyncTimes())
        let post = try await client.save("one")
        let author = Author("mine").snapshot
        try await stack.perform(RepositoryCore.servedOptions()) { context in
            try context.insert(Author(author))
            try context.save()
        }
        try await stack.perform { context in
            let author = try context.object(author.objectID)
            try #require(try context.object(post.objectID)).author = author
            try context.save()
            author?.name = "changed"
            try context.save()
        }
        let rule = client.repositories.outbox.core.rule
        var queue = try await stack.perform { try OutboxQueue($0, rule) }
        let lane = LaneKey(source: "", name: "")
        let departures = queue.next(in: lane, upTo: 1, besides: [])
        #expect(departures.map(\.all.count) == [2])
        queue.leave(departures)
        // The author's change waits for the post that refers to it.
        #expect(queue.next(in: lane, upTo: 2, besides: Set(departures.flatMap(\.all))).isEmpty)
    }
}
