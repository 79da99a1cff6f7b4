import FoundationEssentials
import Granary
import GranaryConformance
import GranarySync

/// What a server serves is read, and only what it has served whole is kept in memory.
enum CacheServingPromises: SyncPromiseList {
    static let category = ConformanceCategory.repositories

    static let promises: [ConformancePromise] = [
        promise("Served rows take the place of cached ones") { ground in
            let (bench, post) = try await served(ground)
            var changed = post
            changed.title = "changed"
            bench.server.put(changed)
            _ = try await bench.posts.fetch(Post.all, .remote)
            try await bench.expectNew(post)
            try await expectAsync(try await bench.isCached(post))
            // What is served as it was before changes no row.
            _ = try await bench.posts.fetch(Post.all, .remote)
            try await expectAsync(try await bench.isCached(post))
        },
        promise("What the server has deleted is gone") { ground in
            let (bench, post) = try await served(ground)
            bench.server.remove(post.objectID)
            _ = try await bench.posts.fetch(Post.all, .remote, extra: .replace)
            try await expectAsync(try await bench.read(post) == nil)
            let (_, other) = try await served(ground, bench)
            bench.server.set {
                $0.changes = { _ in
                    var changes = RemoteChanges(RemotePayload(), checkpoint: Data([1]))
                    changes.delete([other.objectID])
                    return changes
                }
            }
            try await bench.repositories.refresh()
            try await expectAsync(try await bench.read(other) == nil)
        },
        promise("An object that was served in part is not cached") { ground in
            let bench = try await CacheClient(ground)
            let post = Post("one", likes: 3).snapshot
            bench.server.put(post)
            bench.server.set { $0.servedProperties = ["title"] }
            _ = try await bench.posts.fetch(Post.all, .remote)
            for _ in 0..<2 {
                let answer = try await bench.posts.objects([post.objectID], .local)
                try expect(answer.count == 1 && !answer.isComplete)
                try await expectAsync(try await !bench.isCached(post))
            }
            bench.server.set { $0.servedProperties = nil }
            try await expectAsync(try await bench.posts.objects([post.objectID]).first?.likes == 3)
            try await expectAsync(try await bench.posts.objects([post.objectID], .local).isComplete)
            try await expectAsync(try await bench.isCached(post))
        },
        promise("A cached object that becomes incomplete is asked for") { ground in
            let (bench, post) = try await served(ground)
            try await expectAsync(try await bench.posts.objects([post.objectID], .local).isComplete)
            // The author is not there, so the row stays as it is and waits.
            var changed = post
            changed.author = UUID()
            bench.server.put(changed)
            _ = try await bench.posts.fetch(Post.all, .remote)
            let requests = bench.server.requests
            try await expectAsync(try await !bench.posts.objects([post.objectID], .local).isComplete)
            _ = try await bench.posts.object(post.objectID)
            try expect(bench.server.requests > requests)
        },
        promise("An accepted write leaves the server's row") { ground in
            let bench = try await CacheClient(ground)
            bench.server.set { $0.returnsRows = true }
            let post = try await bench.cached("one")
            bench.server.set { state in
                state.answer = { write in
                    guard case .uuid(let id) = write.key else { return nil }
                    return .accepted(RemotePayload([Post(id: id, "theirs", likes: 9).snapshot]))
                }
            }
            try await bench.client.sendAll()
            try await bench.expectNew(post)
            try await expectAsync(try await bench.read(post)?.title == "theirs")
        },
        promise("A refused write that is undone is read") { ground in
            let bench = try await CacheClient(ground)
            let (served, post) = try await Self.served(ground, bench)
            try await served.client.change(post.objectID) { $0.title = "unwanted" }
            try await bench.expectNew(post)
            bench.server.set { $0.refused = ["unwanted"] }
            try await bench.client.sendUntilRefused()
            let refusal = try required(try await bench.repositories.outbox.refusals().first)
            try await expectAsync(try await bench.isCached(post))
            try await bench.repositories.outbox.decide(.undo, on: refusal.id)
            try await expectAsync(try await bench.read(post)?.title == post.title)
        },
        promise("Queries are not answered from memory") { ground in
            let (bench, post) = try await served(ground)
            try await bench.stack.perform { context in
                try context.updateAll(Post.all) { $0.likes.set(to: 5) }
                return
            }
            try await expectAsync(try await bench.posts.fetch(Post.all, .local).map(\.likes) == [5])
            try await bench.expectNew(post)
        },
    ]

    /// A client whose server has one post, which is in memory.
    private static func served(_ ground: SyncGround) async throws -> (CacheClient, Post.Snapshot) {
        try await served(ground, try await CacheClient(ground))
    }

    private static func served(
        _ ground: SyncGround, _ bench: CacheClient
    ) async throws -> (CacheClient, Post.Snapshot) {
        let post = Post("served").snapshot
        bench.server.put(post)
        _ = try await bench.posts.fetch(Post.all, .remote)
        try await expectAsync(try await bench.read(post) == post)
        return (bench, post)
    }
}
