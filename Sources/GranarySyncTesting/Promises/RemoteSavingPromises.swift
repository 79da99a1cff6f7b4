import FoundationEssentials
import Granary
import GranaryConformance
import GranarySync
import Synchronization

/// Saves that the server gets first.
enum RemoteSavingPromises: SyncPromiseList {
    static let category = ConformanceCategory.outbox

    static let promises: [ConformancePromise] = [
        promise("A remote save is stored when it is accepted") { ground in
            let bench = try await ground.client()
            let posts = bench.repositories[Post.self]
            var post = try await posts.save(Post("one", note: "mine").snapshot, .remote)
            try expect(bench.remote(post.objectID)?.title == "one")
            try await expectAsync(try await bench.stored(post.objectID)?.note == "mine")
            post.likes = 3
            try await posts.save(post, .remote)
            let write = try required(bench.server.carriedOut.last)
            try expect(write.kind == .update && write.values == ["likes": .integer(3)])
            try await expectAsync(try await bench.repositories.outbox.counts().isEmpty)
            try await expectAsync(try await posts.delete(post.objectID, .remote))
            try expect(bench.remote(post.objectID) == nil)
            try await expectAsync(try await bench.stored(post.objectID) == nil)
        },
        promise("Nothing is stored that the server refuses") { ground in
            let bench = try await ground.client()
            bench.server.set { $0.refused = ["bad"] }
            let posts = bench.repositories[Post.self]
            let list = ["good", "bad", "late"].map { Post($0).snapshot }
            let error = await error { try await posts.save(list, .remote) }
            try expect(error?.code == .denied && error?.cause is RemoteFailure)
            try await expectAsync(try await posts.fetch(Post.all, .local).map(\.title) == ["good"])
            try expect(bench.server.arrived.count == 2)
        },
        promise("A remote save without a connection throws") { ground in
            let bench = try await ground.client()
            bench.server.set { $0.isOffline = true }
            let posts = bench.repositories[Post.self]
            let error = await error { try await posts.save(Post("one").snapshot, .remote) }
            try expect(error?.code == .unavailable)
            try await expectAsync(try await posts.count(Post.all, .local) == 0)
            try await expectAsync(try await bench.repositories.outbox.counts().isEmpty)
        },
        promise("Conflicts and gone objects are errors of a remote save") { ground in
            let bench = try await ground.client()
            let posts = bench.repositories[Post.self]
            var post = try await posts.save(Post("one").snapshot, .remote)
            bench.server.set {
                $0.comparesValues = true
                $0.posts[post.objectID.key.objectKey]?.title = "theirs"
            }
            post.title = "mine"
            let changed = post
            try await expectAsync(await error { try await posts.save(changed, .remote) }?.code == .conflict)
            bench.server.set { $0.posts = [:] }
            try await expectAsync(await error { try await posts.save(changed, .remote) }?.code == .notFound)
            try await expectAsync(try await bench.stored(post.objectID)?.title == "one")
        },
        promise("A remote save does not overtake what waits") { ground in
            let bench = try await ground.client()
            let posts = bench.repositories[Post.self]
            var post = try await posts.save(Post("one").snapshot)
            post.title = "two"
            let changed = post
            try await expectAsync(
                await error { try await posts.save(changed, .remote) }?.code == .invalidObject)
            try expect(bench.server.arrived.isEmpty)
        },
        promise("A request that left earlier does not take a remote save back") { ground in
            let (gate, asked) = (TaskGate(), TaskGate())
            let server = ScriptedServer(beforeAnswer: {
                asked.open()
                await gate.wait()
            })
            let bench = try await ground.client(server: server)
            let posts = bench.repositories[Post.self]
            let post = try await posts.save(Post("one").snapshot, .remote)
            let fetch = Task { try await posts.fetch(Post.all, .remote) }
            await asked.wait()
            var changed = post
            changed.title = "two"
            try await posts.save(changed, .remote)
            gate.open()
            try await expectAsync(try await fetch.value.map(\.title) == ["two"])
        },
        promise("What is saved during a remote save stays") { ground in
            let bench = try await ground.client()
            let posts = bench.repositories[Post.self]
            var post = try await posts.save(Post("one").snapshot, .remote)
            let id = post.objectID
            bench.server.set { state in
                state.afterWrites = { try await bench.change(id) { ($0.title, $0.likes) = ("here", 5) } }
            }
            post.title = "there"
            try await posts.save(post, .remote)
            let stored = try await bench.stored(id)
            try expect(stored?.title == "here" && stored?.likes == 5)
            try await bench.sendAll()
            try await expectAsync(try await bench.stored(id) == bench.remote(id))
            try expect(bench.remote(id)?.title == "here" && bench.remote(id)?.likes == 5)
        },
        promise("What is changed during a remote deletion is refused") { ground in
            let bench = try await ground.client()
            let posts = bench.repositories[Post.self]
            let id = try await posts.save(Post("one").snapshot, .remote).objectID
            bench.server.set { state in
                state.afterWrites = { try await bench.change(id) { $0.title = "here" } }
            }
            _ = try await posts.delete(id, .remote)
            try await expectAsync(try await bench.stored(id)?.title == "here")
            let refusals = try await bench.repositories.outbox.refusals()
            try expect(refusals.map(\.cause) == [.gone])
        },
        promise("Independent writes share a batch") { ground in
            let bench = try await ground.client(server: ScriptedServer(batches: 10))
            let posts = bench.repositories[Post.self]
            try await posts.save((0..<25).map { Post("post \($0)").snapshot }, .remote)
            try expect(bench.server.state.withLock { $0.batches } == [10, 10, 5])
            try await expectAsync(try await posts.delete(Post.where { $0.likes == 0 }, .remote) == 25)
        },
        promise("Of a write that is sent again after a sign-in, the second attempt counts") { ground in
            let bench = try await ground.client()
            let server = bench.server
            server.set { state in
                state.answer = { _ in .unauthorized("expired") }
                state.whileRenewing = {
                    server.set {
                        $0.answer = nil; $0.losesAnswers = true
                    }
                }
            }
            let posts = bench.repositories[Post.self]
            // Nobody knows whether it was carried out, and it was.
            try await expectAsync(
                await error { try await posts.save(Post("one").snapshot, .remote) }?.code == .unavailable)
            try expect(server.carriedOut.count == 1 && server.state.withLock { $0.renewals } == 1)
            try await expectAsync(try await posts.fetch(Post.all, .local).isEmpty)
        },
        promise("Credentials are renewed once") { ground in
            let bench = try await ground.client()
            bench.server.set { $0.answer = { _ in .unauthorized("expired") } }
            let posts = bench.repositories[Post.self]
            try await expectAsync(
                await error { try await posts.save(Post("one").snapshot, .remote) }?.code == .denied)
            try expect(bench.server.state.withLock { $0.renewals } == 1)
        },
    ]

    private static func error(_ body: () async throws -> Void) async -> GranaryError? {
        do { try await body() } catch { return error as? GranaryError }
        return nil
    }
}
