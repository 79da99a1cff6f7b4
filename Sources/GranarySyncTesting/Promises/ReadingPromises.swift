import FoundationEssentials
import Granary
import GranaryConformance
import GranarySync
import Synchronization

/// Each policy says where an answer may come from.
enum ReadingPromises: SyncPromiseList {
    static let category = ConformanceCategory.repositories

    static let promises: [ConformancePromise] = [
        promise("Local never asks") { ground in
            let (bench, posts) = try await bench(ground)
            let answer = try await posts.fetch(Post.all, .local)
            try expect(answer.isEmpty && !answer.isComplete && answer.origin == .local)
            try expect(bench.server.requests == 0)
        },
        promise("Remote always asks") { ground in
            let (bench, posts) = try await bench(ground)
            for _ in 0..<2 {
                let answer = try await posts.fetch(Post.all, .remote)
                try expect(answer.map(\.title) == ["served"] && answer.isComplete && answer.origin == .remote)
                try expect(answer.servedAt != nil)
            }
            try expect(bench.server.requests == 2)
        },
        promise("Local or remote asks once") { ground in
            let (bench, posts) = try await bench(ground)
            try await expectAsync(try await posts.fetch().origin == .remote)
            try await expectAsync(try await posts.fetch().origin == .local)
            // The same condition without a limit was served whole.
            let few = try await posts.fetch(Post.all.sorted { $0.title.ascending }.limit(1))
            try expect(few.origin == .local && few.isComplete && few.count == 1)
            _ = try await posts.fetch(Post.where { $0.likes > 3 })
            try expect(bench.server.requests == 2)
        },
        promise("A part of the answer is not enough") { ground in
            let (bench, posts) = try await bench(ground)
            bench.server.set { $0.servesPages = true }
            try await expectAsync(try await !posts.fetch().isComplete)
            _ = try await posts.fetch()
            try expect(bench.server.requests == 2)
        },
        promise("Without a connection the policy decides") { ground in
            let (bench, posts) = try await bench(ground)
            _ = try await bench.save("mine")
            bench.server.set { $0.isOffline = true }
            let answer = try await posts.fetch()
            try expect(answer.map(\.title) == ["mine"] && answer.remoteError?.code == .unavailable)
            try await expectThrows { _ = try await posts.fetch(Post.all, .remote) }
        },
        promise("Local then remote answers and asks behind") { ground in
            let (bench, posts) = try await bench(ground)
            let first = try await posts.fetch(Post.all, .localThenRemote)
            try expect(first.origin == .remote && first.count == 1)
            bench.server.put(Post("later").snapshot)
            let second = try await posts.fetch(Post.all, .localThenRemote)
            try expect(second.origin == .local && second.count == 1)
            while try await posts.fetch(Post.all, .local).count < 2 { await Task.yield() }
            try expect(bench.server.requests == 2)
        },
        promise("Remote or local asks and falls back") { ground in
            let (bench, posts) = try await bench(ground)
            try await expectAsync(try await posts.fetch(Post.all, .remoteOrLocal).origin == .remote)
            try await expectAsync(try await posts.fetch(Post.all, .remoteOrLocal).origin == .remote)
            try expect(bench.server.requests == 2)
            bench.server.set { $0.error = GranaryError(.io, "It is broken.") }
            try await expectThrows { _ = try await posts.fetch(Post.all, .remoteOrLocal) }
            let broken = try await posts.fetch(Post.all, .remoteOrLocal(afterErrors: true))
            try expect(broken.count == 1 && broken.origin == .local && broken.remoteError?.code == .io)
            bench.server.set { $0.isOffline = true }
            let offline = try await posts.fetch(Post.all, .remoteOrLocal)
            try expect(offline.isComplete && offline.remoteError?.code == .unavailable)
        },
        promise("An answer may be too old") { ground in
            let date = Mutex(Date(timeIntervalSince1970: 1_000_000))
            var times = SyncTimes()
            times.now = { date.withLock { $0 } }
            let bench = try await ground.client(times: times)
            let posts = bench.repositories[Post.self]
            _ = try await posts.fetch()
            date.withLock { $0 += 60 }
            try await expectAsync(try await posts.fetch(maxAge: .seconds(61)).origin == .local)
            try await expectAsync(try await posts.fetch(maxAge: .seconds(59)).origin == .remote)
            try await expectAsync(try await posts.fetch(maxAge: .seconds(59)).origin == .local)
            // A clock that was set back makes no answer older.
            date.withLock { $0 -= 1_000 }
            try await expectAsync(try await posts.fetch(maxAge: .seconds(1)).origin == .local)
        },
        promise("Without a connection no further call waits") { ground in
            let gate = TaskGate()
            let hangs = Mutex(false)
            let server = ScriptedServer(beforeFetch: {
                if hangs.withLock({ $0 }) { await gate.wait() }
            })
            let bench = try await ground.client(server: server)
            let posts = bench.repositories[Post.self]
            server.set { $0.isOffline = true }
            try await expectAsync(try await posts.fetch().remoteError?.code == .unavailable)
            // From now on an attempt takes until the gate opens.
            hangs.withLock { $0 = true }
            try await expectAsync(try await posts.fetch().remoteError?.code == .unavailable)
            try await expectAsync(
                try await posts.fetch(Post.all, .remoteOrLocal).remoteError?.code == .unavailable)
            server.set { $0.isOffline = false }
            hangs.withLock { $0 = false }
            gate.open()
            // The attempt behind the call has found the connection again.
            while try await posts.fetch().remoteError != nil { await Task.yield() }
            try await expectAsync(try await posts.first() == nil)
        },
        promise("The server's error is thrown") { ground in
            let (bench, posts) = try await bench(ground)
            bench.server.set { $0.error = GranaryError(.io, "It is broken.") }
            for policy in [ReadPolicy.remote, .localOrRemote] {
                do {
                    _ = try await posts.fetch(Post.all, policy)
                    throw ConformanceFailure(.broken, "nothing was thrown")
                } catch let error as GranaryError { try expect(error.code == .io) }
            }
            // What is here is not enough for a query that was never asked before.
            do {
                _ = try await posts.fetch(Post.where { $0.likes > 1_000 }, .localThenRemote)
                throw ConformanceFailure(.broken, "nothing was thrown")
            } catch let error as GranaryError { try expect(error.code == .io) }
        },
        promise("Objects are read by their identities") { ground in
            let bench = try await ground.client()
            let posts = bench.repositories[Post.self]
            let (first, second, third) = (
                Post("first").snapshot, Post("second").snapshot, Post("third").snapshot
            )
            for post in [first, second] { bench.server.put(post) }
            _ = try await posts.fetch(Post.all, .remote)
            bench.server.put(third)
            let ids = [second.objectID, first.objectID, second.objectID]
            let here = try await posts.objects(ids)
            try expect(here.map(\.title) == ["second", "first", "second"])
            try expect(here.isComplete && here.origin == .local && bench.server.requests == 1)
            // Only the missing ones are asked for.
            let more = try await posts.objects([third.objectID] + ids)
            try expect(more.map(\.title) == ["third", "second", "first", "second"] && more.origin == .remote)
            try expect(bench.server.lastRequest?.keys == [third.objectID.key.objectKey])
            try await expectAsync(try await posts.object(ObjectID(UUID()), .local) == nil)
            try await expectAsync(try await posts.objects([], .remote).isComplete)
            bench.server.set { $0.isOffline = true }
            let some = try await posts.objects([first.objectID, ObjectID(UUID())])
            try expect(some.count == 1 && !some.isComplete && some.remoteError?.code == .unavailable)
        },
        promise("Values are saved and deleted") { ground in
            let bench = try await ground.client()
            let posts = bench.repositories[Post.self]
            var post = try await posts.save(Post("one").snapshot)
            post.title = "two"
            try await expectAsync(
                try await posts.save([post, Post("other").snapshot]).map(\.title) == ["two", "other"])
            try await posts.save(Post("held").snapshot, .local)
            try await expectAsync(try await bench.repositories.outbox.counts().held == 1)
            try await expectAsync(try await posts.delete([post.objectID, ObjectID(UUID())]) == 1)
            try await bench.sendAll()
            try expect(
                bench.server.carriedOut.map(\.kind).map(\.rawValue).sorted() == [
                    "delete", "insert", "insert", "update",
                ])
        },
        promise("A model that is not synced has the store alone") { ground in
            let (bench, _) = try await bench(ground)
            let drafts = bench.repositories[Draft.self]
            try await expectAsync(try await drafts.fetch().isComplete)
            try await expectThrows { _ = try await drafts.fetch(Draft.all, .remote) }
            try expect(bench.server.requests == 0)
        },
        promise("Rows of strangers are refused") { ground in
            let source = StrangeSource()
            let stack = try ground.stack(try syncedSchema())
            let repositories = try await Repositories(stack, source: source)
            try await expectThrows {
                _ = try await repositories[Post.self].fetch(Post.all, .remote)
            }
            try await expectAsync(try await stack.perform { try $0.count(Draft.all) } == 0)
        },
    ]

    private static func bench(_ ground: SyncGround) async throws -> (SyncClient, Repository<Post>) {
        let bench = try await ground.client()
        bench.server.put(Post("served").snapshot)
        return (bench, bench.repositories[Post.self])
    }
}

/// Serves rows of a model that is not synced.
private struct StrangeSource: RemoteSource {
    func fetch(_ request: RemoteRequest) async throws -> RemotePayload {
        RemotePayload([Draft("strange").snapshot])
    }

    func send(_ batch: RemoteBatch) async throws -> [RemoteOutcome] { [] }
}
