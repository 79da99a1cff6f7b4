import FoundationEssentials
import Granary
import GranaryConformance
import GranarySync
import Synchronization

/// When an outbox sends, and what is given up.
enum OutboxControlPromises: SyncPromiseList {
    static let category = ConformanceCategory.outbox

    static let promises: [ConformancePromise] = [
        promise("By hand nothing is sent until it is flushed") { ground in
            let bench = try await bench(ground, .byHand)
            let outbox = bench.repositories.outbox
            for title in ["one", "two", "three"] { _ = try await bench.save(title) }
            try await expectAsync(await error { try await outbox.flush() }?.code == .invalidObject)
            let repositories = bench.repositories
            let task = Task { try await repositories.run() }
            while await error({ try await outbox.flush() }) != nil { await Task.yield() }
            try expect(bench.server.carriedOut.count == 3)
            _ = try await bench.save("four")
            try await expectAsync(try await outbox.counts().waiting == 1)
            try await outbox.flush()
            try expect(bench.server.carriedOut.count == 4)
            task.cancel()
            try await task.value
        },
        promise("Flushing tells that the server is not reached") { ground in
            let clock = RecordingClock { try? await Task.sleep(for: .seconds(1_000)) }
            var times = SyncTimes()
            times.clock = clock
            let bench = try await ground.client(try syncedSchema(), times: times)
            let outbox = bench.repositories.outbox
            bench.server.set { $0.isOffline = true }
            _ = try await bench.save("one")
            let repositories = bench.repositories
            let task = Task { try await repositories.run() }
            while clock.waits.isEmpty { await Task.yield() }
            try await expectAsync(await error { try await outbox.flush() }?.code == .unavailable)
            bench.server.set { $0.isOffline = false }
            try await outbox.flush()
            try await expectAsync(try await outbox.counts().isEmpty)
            outbox.pause()
            _ = try await bench.save("two")
            try await expectAsync(await error { try await outbox.flush() }?.code == .denied)
            task.cancel()
            try await task.value
        },
        promise("Flushing does not wait for what cannot be sent") { ground in
            let bench = try await bench(ground, .atOnce)
            let outbox = bench.repositories.outbox
            bench.server.set { $0.refused = ["bad"] }
            let bad = try await bench.save("bad")
            try await bench.change(bad.objectID) { $0.likes = 1 }
            let repositories = bench.repositories
            let task = Task { try await repositories.run() }
            while try await outbox.counts().refused == 0 { await Task.yield() }
            try await outbox.flush()
            try await expectAsync(try await outbox.counts().waiting == 1)
            task.cancel()
            try await task.value
        },
        promise("A function says when writes are sent") { ground in
            let isAllowed = Mutex(false)
            let asked = Counter()
            let bench = try await bench(
                ground,
                .when {
                    asked.add()
                    return isAllowed.withLock { $0 }
                })
            _ = try await bench.save("one")
            let repositories = bench.repositories
            let task = Task { try await repositories.run() }
            while asked.value == 0 { await Task.yield() }
            try expect(bench.server.arrived.isEmpty)
            isAllowed.withLock { $0 = true }
            repositories.networkIsBack()
            while try await !repositories.outbox.counts().isEmpty { await Task.yield() }
            try expect(bench.server.carriedOut.count == 1)
            task.cancel()
            try await task.value
        },
        promise("What is cancelled is undone") { ground in
            let bench = try await bench(ground, .byHand)
            let outbox = bench.repositories.outbox
            let keep = try await bench.save("keep")
            let post = try await bench.save("gone")
            try await bench.change(post.objectID) { $0.likes = 1 }
            let command = RemoteCommand("publish")
            try await bench.stack.perform { context in
                try context.enqueue(command)
                try context.save()
            }
            let end = Task { try await outbox.delivery(of: command.id) }
            while !bench.repositories.isAwaited(command.id) { await Task.yield() }
            let key = keep.objectID.key.objectKey
            try await expectAsync(try await outbox.cancel { $0.key != key } == 3)
            try await expectAsync(try await end.value == .cancelled)
            try await expectAsync(try await bench.stored(post.objectID) == nil)
            try await expectAsync(try await bench.stored(keep.objectID) != nil)
            try await expectAsync(try await outbox.counts().waiting == 1)
            try await expectAsync(try await outbox.cancel { _ in false } == 0)
        },
        promise("Whoever waits for a write learns what has become of it") { ground in
            // The write that takes its place is refused; the server's row takes its place.
            try await ground.apart { try await expectEnd(.keep, .refused("never"), $0) }
            try await ground.apart { try await expectEnd(.takeRemote, .cancelled, $0) }
        },
        promise("A handler that takes its time stops nothing else") { ground in
            let (gate, asked) = (TaskGate(), TaskGate())
            let bench = try await ground.client(
                deciding: { _ in
                    asked.open()
                    await gate.wait()
                    return .replace(["title": .text("good")])
                })
            bench.server.set { $0.refused = ["bad"] }
            let bad = try await bench.save("bad")
            let repositories = bench.repositories
            let task = Task { try await repositories.run() }
            await asked.wait()
            let other = try await bench.save("other")
            try await expectAsync(try await repositories.outbox.delivery(of: other.objectID) == .settled)
            gate.open()
            while try await !repositories.outbox.counts().isEmpty { await Task.yield() }
            try expect(bench.remote(bad.objectID)?.title == "good")
            task.cancel()
            try await task.value
        },
        promise("A task that ends waits for no source") { ground in
            let gate = TaskGate()
            let bench = try await ground.client(server: ScriptedServer(beforeFetch: { await gate.wait() }))
            let posts = bench.repositories[Post.self]
            let task = Task { try await posts.fetch(Post.all, .remote) }
            await Task.yield()
            task.cancel()
            try await expectThrows { _ = try await task.value }
            gate.open()
        },
        promise("Counts and states of an outbox are followed") { ground in
            let bench = try await bench(ground, .atOnce)
            let outbox = bench.repositories.outbox
            var counts = outbox.observeCounts().makeAsyncIterator()
            try await expectAsync(try await counts.next()?.isEmpty == true)
            let post = try await bench.save("one")
            let one = try required(try await counts.next())
            try expect(one.waiting == 1)
            let age = Date().timeIntervalSince(try required(one.oldest))
            try expect(age > -60 && age < 600)
            var states = outbox.observeState(of: post.objectID).makeAsyncIterator()
            try await expectAsync(try await states.next() == .waiting)
            try await bench.sendAll()
            try await expectAsync(try await states.next() == .settled)
            try await expectAsync(try await counts.next()?.oldest == nil)
        },
        promise("A model may limit the age of writes") { ground in
            let schema = try Schema("Blog", models: [Author.self, Post.self]).syncing {
                Synced(Author.self, writes: .localAndRemote)
                Synced(Post.self, writes: .localAndRemote, expiry: .seconds(3_600))
            }
            var times = SyncTimes()
            let passed = Mutex(0.0)
            times.now = { Date().addingTimeInterval(passed.withLock { $0 }) }
            times.clock = RecordingClock()
            let bench = try await ground.client(schema, times: times)
            bench.server.set { $0.losesAnswers = true }
            _ = try await bench.save("one")
            let server = bench.server
            try await bench.sending { server.arrived.count >= 5 }
            try await expectAsync(try await bench.repositories.outbox.counts().refused == 0)
            passed.withLock { $0 = 7_200 }
            try await bench.sendUntilRefused()
        },
    ]

    private static func bench(_ ground: SyncGround, _ sending: OutboxSending) async throws -> SyncClient {
        try await ground.client(try syncedSchema(), sending: sending)
    }

    /// Expects an end of a write that both sides have changed, where the model says which side counts.
    private static func expectEnd(
        _ conflicts: SyncedConflicts, _ end: DeliveryOutcome, _ ground: SyncGround
    ) async throws {
        let bench = try await ground.client(try syncedSchema(conflicts: conflicts))
        let outbox = bench.repositories.outbox
        let post = try await bench.save("one")
        try await bench.sendAll()
        let held = try required(bench.remote(post.objectID))
        try await bench.change(post.objectID) { $0.title = "mine" }
        let awaited = Mutex<UUID?>(nil)
        _ = try await outbox.cancel { write in
            awaited.withLock { $0 = write.id }
            return false
        }
        let id = try required(awaited.withLock { $0 })
        var theirs = held
        theirs.title = "theirs"
        bench.server.set { [theirs] in
            $0.answer = { $0.id == id ? .conflict(RemotePayload([theirs])) : .refused("never") }
        }
        let waiting = Task { try await outbox.delivery(of: id) }
        while !bench.repositories.isAwaited(id) { await Task.yield() }
        let repositories = bench.repositories
        let task = Task { try await repositories.run() }
        try await expectAsync(try await waiting.value == end)
        task.cancel()
        try await task.value
    }

    private static func error(_ body: () async throws -> Void) async -> GranaryError? {
        do { try await body() } catch { return error as? GranaryError }
        return nil
    }
}
