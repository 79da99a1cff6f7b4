import FoundationEssentials
import Granary
import GranaryConformance
import GranarySync
import Synchronization

/// A store that is closed, detached or destroyed while a request is under way leaves nobody waiting.
enum LostStorePromises: SyncPromiseList {
    static let category = ConformanceCategory.repositories

    static let promises: [ConformancePromise] = [
        promise("A store that is detached while a server is asked is an error") { ground in
            try await losing(ground) { stack in
                try await stack.detachPersistentStores(stack.attachedStores.map(\.name))
            }
        },
        promise("A stack that is closed while a server is asked is an error") { ground in
            try await losing(ground) { try await $0.close() }
        },
        promise("A store that is destroyed while a server is asked is an error") { ground in
            try await losing(ground) { try await $0.destroy() }
        },
        promise("A store that is back after a request was under way is as it was") { ground in
            let (server, asked, gate) = held()
            let bench = try await ground.client(server: server)
            let posts = bench.repositories[Post.self]
            let mine = try await bench.save("mine")
            server.put(Post("theirs").snapshot)
            let request = Task { try await posts.fetch(Post.all, .remote) }
            await asked.wait()
            let stores = bench.stack.attachedStores
            try await bench.stack.detachPersistentStores(stores.map(\.name))
            gate.open()
            try await expectThrows(.closed) { _ = try await request.value }
            try await bench.stack.attachPersistentStores(for: stores)
            if ground.keepsStores {
                try await expectAsync(try await bench.stored(mine.objectID) == mine)
                try await expectAsync(try await posts.fetch(Post.all, .local).count == 1)
                try await bench.sendAll()
                try expect(server.carriedOut.count == 1)
            }
            try await expectAsync(
                try await posts.fetch(Post.all, .remote).contains { $0.title == "theirs" })
        },
    ]

    /// A server that has answered a request when the first gate opens, and answers it when the second one does.
    private static func held() -> (server: ScriptedServer, asked: TaskGate, gate: TaskGate) {
        let (asked, gate) = (TaskGate(), TaskGate())
        let server = ScriptedServer(beforeAnswer: {
            asked.open()
            await gate.wait()
        })
        return (server, asked, gate)
    }

    /// Everybody who waits gets an error when the store is lost: readers, observers, the sender and those who wait for it.
    private static func losing(
        _ ground: SyncGround, _ lose: @Sendable (PersistentStack) async throws -> Void
    ) async throws {
        let (server, asked, gate) = held()
        let (arrived, answer) = (TaskGate(), TaskGate())
        server.set { state in
            state.afterWrites = {
                arrived.open()
                await answer.wait()
            }
        }
        let change = RemoteChanges(RemotePayload(), checkpoint: Data([1]))
        server.set { $0.changes = { _ in change } }
        let bench = try await ground.client(server: server)
        let (repositories, posts) = (bench.repositories, bench.repositories[Post.self])
        let post = try await bench.save("mine")
        let fetch = Task { _ = try await posts.fetch(Post.all, .remote) }
        await asked.wait()
        let changes = Task { try await repositories.refresh() }
        var reader = posts.observe(Post.all, .local).makeAsyncIterator()
        _ = try await reader.next()
        let delivery = Task { _ = try await repositories.outbox.delivery(of: post.objectID) }
        let run = Task { try await repositories.run() }
        await arrived.wait()
        server.set { $0.afterWrites = { await answer.wait() } }
        let flush = Task { try await repositories.outbox.flush() }
        let remote = Task { _ = try await posts.save(Post("remote").snapshot, .remote) }
        while server.arrived.count < 2 { await Task.yield() }
        // Everybody waits, for the server or for the outbox.
        while server.state.withLock({ $0.checkpoints.isEmpty }) { await Task.yield() }
        while repositories.outbox.waiting < 2 { await Task.yield() }
        try await lose(bench.stack)
        // These wait for the store alone, and the server has not answered.
        try await expectLost { try await delivery.value }
        try await expectLost { while try await reader.next() != nil {} }
        try await expectLost { try await run.value }
        try await expectThrows { try await flush.value }
        // These wait for a server that has not answered yet.
        gate.open()
        answer.open()
        try await expectLost { try await fetch.value }
        try await expectLost { try await changes.value }
        try await expectLost { try await remote.value }
        try await expectLost { _ = try await posts.fetch(Post.all, .local) }
        try await expectLost { _ = try await posts.save(Post("late").snapshot) }
        try await expectLost { _ = try await repositories.outbox.counts() }
    }

    /// Expects the error of a store that is not there any more.
    private static func expectLost(line: Int = #line, _ body: () async throws -> Void) async throws {
        let error = try await expectThrows(line: line, body)
        try expect([.closed, .destroyed].contains(error.code), "the error of a lost store", line: line)
    }
}
