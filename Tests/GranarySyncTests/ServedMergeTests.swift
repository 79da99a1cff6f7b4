import FoundationEssentials
import Granary
import GranarySQLite
import GranarySync
import GranaryTestSupport
import Synchronization
import Testing

/// What a server serves is taken over, but for what it does not know yet.
@Suite(.timeLimit(.minutes(1))) struct ServedMergeTests {
    @Test func whatWasNotSentStays() async throws {
        let bench = try await SyncBench()
        let post = try await bench.save("one")
        try await bench.sendAll()
        try await bench.change(post.objectID) { $0.title = "mine" }
        bench.server.set { $0.posts[post.objectID.key.objectKey]?.title = "theirs" }
        bench.server.set { $0.posts[post.objectID.key.objectKey]?.likes = 5 }
        for _ in 0..<2 { _ = try await bench.repositories[Post.self].fetch(Post.all, .remote) }
        let stored = try await bench.stored(post.objectID)
        #expect(stored?.title == "mine" && stored?.likes == 5)
        try await bench.sendAll()
        _ = try await bench.repositories[Post.self].fetch(Post.all, .remote)
        #expect(try await bench.stored(post.objectID)?.title == "mine")
    }

    @Test func heldWritesAreProtectedUntilTheyAreDiscarded() async throws {
        let bench = try await SyncBench(.local)
        let served = Post("served").snapshot
        bench.server.put(served)
        let posts = bench.repositories[Post.self]
        _ = try await posts.fetch()
        try await bench.change(served.objectID) { $0.title = "mine" }
        _ = try await posts.fetch(Post.all, .remote)
        #expect(try await bench.stored(served.objectID)?.title == "mine")
        try await bench.repositories.outbox.discard([served.objectID])
        _ = try await posts.fetch(Post.all, .remote)
        #expect(try await bench.stored(served.objectID)?.title == "served")
    }

    @Test func aRuleMergesBothSidesAndTheServerGetsTheResult() async throws {
        let bench = try await SyncBench()
        let post = try await bench.save("one")
        try await bench.sendAll()
        try await bench.change(post.objectID) { $0.likes += 2 }
        bench.server.set { $0.posts[post.objectID.key.objectKey]?.likes = 5 }
        // The base moves on, so that the second answer adds nothing.
        for _ in 0..<2 { _ = try await bench.repositories[Post.self].fetch(Post.all, .remote) }
        #expect(try await bench.stored(post.objectID)?.likes == 7)
        try await bench.sendAll()
        #expect(bench.server.state.withLock { $0.posts[post.objectID.key.objectKey]?.likes } == 7)
        #expect(try await bench.stored(post.objectID)?.likes == 7)
    }

    @Test func whatWasDeletedHereDoesNotComeBack() async throws {
        let bench = try await SyncBench()
        let post = try await bench.save("one")
        try await bench.sendAll()
        try await bench.stack.perform { context in
            try context.delete(try required(try context.object(post.objectID)))
            try context.save()
        }
        _ = try await bench.repositories[Post.self].fetch(Post.all, .remote)
        #expect(try await bench.stored(post.objectID) == nil)
    }

    @Test func ignoredPropertiesStay() async throws {
        let bench = try await SyncBench()
        let served = Post("served").snapshot
        bench.server.put(served)
        let posts = bench.repositories[Post.self]
        _ = try await posts.fetch()
        try await bench.change(served.objectID) { $0.note = "mine" }
        bench.server.set { $0.posts[served.objectID.key.objectKey]?.title = "other" }
        _ = try await posts.fetch(Post.all, .remote)
        let stored = try await bench.stored(served.objectID)
        #expect(stored?.note == "mine" && stored?.title == "other")
    }

    @Test func aLateAnswerDoesNotTakeASettledWriteBack() async throws {
        let gate = Gate()
        let server = ScriptedServer(beforeAnswer: { await gate.wait() })
        let bench = try await SyncBench(server: server)
        let old = Post("old").snapshot
        var served = ContextOptions()
        served.writes = .served
        try await bench.stack.perform(served) { context in
            try context.insert(old)
            try context.save()
        }
        server.put(old)
        // The answer has the old title, and waits until the new one is settled.
        let posts = bench.repositories[Post.self]
        let request = Task { try await posts.fetch(Post.all, .remote).count }
        while server.requests == 0 { await Task.yield() }
        try await bench.change(old.objectID) { $0.title = "new" }
        try await bench.sendAll()
        gate.open()
        #expect(try await request.value == 1)
        #expect(try await bench.stored(old.objectID)?.title == "new")
    }

    @Test func theRowsOfAnAcceptedWriteAreTakenOver() async throws {
        let bench = try await SyncBench()
        bench.server.set { $0.returnsRows = true }
        let post = try await bench.save("one")
        try await bench.sendAll()
        bench.server.set { $0.posts[post.objectID.key.objectKey]?.likes = 9 }
        try await bench.change(post.objectID) { $0.title = "two" }
        try await bench.sendAll()
        let stored = try await bench.stored(post.objectID)
        #expect(stored?.title == "two" && stored?.likes == 9)
    }

    /// A write of this process or another one is settled while a request is under way, before which it was saved or not.
    @Test(arguments: [true, false]) func aLateAnswerDoesNotTakeBackWhatAnotherProcessHasSettled(
        _ isSavedBefore: Bool
    ) async throws {
        let directory = try TemporaryDirectory()
        let gate = Gate()
        let server = ScriptedServer(beforeAnswer: { await gate.wait() })
        let stacks = try (0..<2).map { _ in
            try startedStack(try syncedSchema(), on: .sqlite, at: directory.path)
        }
        let asking = try await Repositories(stacks[0], source: server)
        let sending = try await Repositories(stacks[1], source: server)
        let old = Post("old").snapshot
        var served = ContextOptions()
        served.writes = .served
        try await stacks[0].perform(served) { context in
            try context.insert(old)
            try context.save()
        }
        server.put(old)
        @Sendable func change() async throws {
            try await stacks[1].perform { context in
                try required(try context.object(old.objectID)).title = "new"
                try context.save()
            }
        }
        if isSavedBefore { try await change() }
        let request = Task { try await asking[Post.self].fetch(Post.all, .remote).map(\.title) }
        while server.requests == 0 { await Task.yield() }
        if !isSavedBefore { try await change() }
        let run = Task { try await sending.run() }
        #expect(try await sending.outbox.delivery(of: old.objectID) == .settled)
        gate.open()
        #expect(try await request.value == ["new"])
        run.cancel()
        try await run.value
        // A later request takes what the server has then.
        server.set { $0.posts[old.objectID.key.objectKey]?.title = "newest" }
        #expect(try await asking[Post.self].fetch(Post.all, .remote).map(\.title) == ["newest"])
        for stack in stacks { try await stack.close() }
    }
}
