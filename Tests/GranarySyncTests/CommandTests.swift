import FoundationEssentials
import Granary
import GranaryMemory
import GranarySync
import GranaryTestSupport
import Testing

/// Commands are stored with a save, and are sent once after the writes that they are about.
@Suite(.timeLimit(.minutes(1))) struct CommandTests {
    private let payload = Data([1, 2, 3])

    @Test func aCommandComesAfterTheWritesThatItIsAbout() async throws {
        let bench = try await SyncBench()
        let payload = payload
        let (id, post) = try await bench.stack.perform { context in
            let post = Post("one")
            let id = try context.enqueue(RemoteCommand("publish", payload, about: [.init(post.objectID)]))
            try context.insert(post)
            try context.save()
            post.title = "two"
            try context.save()
            return (id, post.objectID)
        }
        try await bench.sendAll()
        let writes = bench.server.carriedOut
        #expect(writes.map(\.kind) == [.insert, .command, .update])
        let command = try #require(writes.dropFirst().first?.command)
        #expect(command.name == "publish" && command.payload == payload && command.id == id)
        #expect(command.objects == [.init(post)])
        #expect(try await bench.repositories.outbox.delivery(of: id) == .accepted)
    }

    @Test func aCommandIsNotSentWithoutItsSave() async throws {
        let bench = try await SyncBench()
        try await bench.stack.perform { context in
            try context.enqueue(RemoteCommand("publish"))
            context.rollback()
            try context.enqueue(RemoteCommand("publish"))
        }
        #expect(try await bench.repositories.outbox.counts().waiting == 0)
    }

    @Test func aLaterCommandWithItsKeyTakesItsPlace() async throws {
        let bench = try await SyncBench()
        bench.server.set { $0.isOffline = true }
        let stack = bench.stack
        @Sendable func enqueue(_ key: String?) async throws -> UUID {
            try await stack.perform { context in
                let id = try context.enqueue(RemoteCommand("position", key: key))
                try context.save()
                return id
            }
        }
        let (first, other, free) = (
            try await enqueue("a"), try await enqueue("b"), try await enqueue(nil)
        )
        let last = try await enqueue("a")
        let outbox = bench.repositories.outbox
        let end = Task { try await outbox.delivery(of: first) }
        // It waits before the command is superseded.
        while !bench.repositories.isAwaited(first) { await Task.yield() }
        bench.server.set { $0.isOffline = false }
        try await bench.sendAll()
        #expect(try await end.value == .superseded)
        #expect(bench.server.carriedOut.map(\.id) == [other, free, last])
    }

    @Test func aRefusedCommandStopsWhatBuildsOnItAlone() async throws {
        let bench = try await SyncBench()
        bench.server.set { $0.answer = { $0.kind == .command ? .refused("no") : nil } }
        let post = try await bench.save("one")
        let id = try await bench.stack.perform { context in
            let id = try context.enqueue(RemoteCommand("publish", about: [.init(post.objectID)]))
            try context.save()
            return id
        }
        try await bench.change(post.objectID) { $0.title = "two" }
        let other = try await bench.save("other")
        let outbox = bench.repositories.outbox
        try await bench.sending { try await outbox.state(of: other.objectID) == .settled }
        #expect(try await outbox.delivery(of: id) == .refused("no"))
        #expect(try await outbox.state(of: post.objectID) == .waiting)
        try await outbox.decide(.takeRemote, on: id)
        try await bench.sendAll()
        #expect(bench.remote(post.objectID)?.title == "two")
    }

    @Test func waitingEndsAtTheTimeLimit() async throws {
        var times = SyncTimes()
        times.clock = PausingClock()
        let bench = try await SyncBench(times: times)
        let id = try await bench.stack.perform { context in
            let id = try context.enqueue(RemoteCommand("publish"))
            try context.save()
            return id
        }
        do {
            _ = try await bench.repositories.outbox.delivery(of: id, within: .seconds(1))
            Issue.record("nothing was thrown")
        } catch let error as GranaryError { #expect(error.code == .timeout) }
        #expect(try await bench.repositories.outbox.counts().waiting == 1)
    }

    @Test func aSchemaWithoutSyncedModelsTakesNone() async throws {
        let stack = try startedStack(try Schema("Plain", models: [Draft.self]), on: .memory)
        await #expect(throws: GranaryError.self) {
            try await stack.perform { _ = try $0.enqueue(RemoteCommand("publish")) }
        }
    }

    @Test func adoptedRowsAreSent() async throws {
        let bench = try await SyncBench()
        var served = ContextOptions()
        served.writes = .served
        try await bench.stack.perform(served) { context in
            for title in ["one", "two", "three"] { try context.insert(Post(title)) }
            try context.save()
        }
        let mine = try await bench.save("mine")
        try await bench.repositories.adopt(Post.where { $0.title != "two" })
        try await bench.sendAll()
        #expect(
            Set(bench.server.carriedOut.compactMap { $0.values["title"] }) == [
                .text("one"), .text("three"), .text("mine"),
            ])
        #expect(bench.server.carriedOut.count { $0.key == mine.objectID.key.objectKey } == 1)
    }
}
