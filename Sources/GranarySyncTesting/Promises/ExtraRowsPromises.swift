import FoundationEssentials
import Granary
import GranaryConformance
import GranarySync

/// The rows that the store has and the server's answer lacks.
enum ExtraRowsPromises: SyncPromiseList {
    static let category = ConformanceCategory.merging

    static let promises: [ConformancePromise] = [
        promise("Extra rows stay unless the call says more") { ground in
            let served = try await Served(ground)
            try await expectAsync(try await served.posts.fetch(Post.all, .remote).count == 2)
            try await expectAsync(try await served.posts.fetch(Post.all, .remote, extra: .merge).count == 2)
        },
        promise("Replacing deletes extra rows") { ground in
            let served = try await Served(ground)
            let answer = try await served.posts.fetch(Post.all, .remote, extra: .replace)
            try expect(answer.map(\.title) == ["first"] && answer.isComplete)
            try await expectAsync(try await served.titles() == ["first"])
            // The server is not told of what it has said itself.
            try await expectAsync(try await served.bench.repositories.outbox.counts().isEmpty)
        },
        promise("Replacing deletes what the query covers") { ground in
            let served = try await Served(ground)
            _ = try await served.posts.fetch(Post.where { $0.likes > 5 }, .remote, extra: .replace)
            try await expectAsync(try await served.titles() == ["first", "second"])
            _ = try await served.posts.fetch(Post.where { $0.likes == 2 }, .remote, extra: .replace)
            try await expectAsync(try await served.titles() == ["first"])
        },
        promise("Pages and parts of an answer delete nothing") { ground in
            let served = try await Served(ground)
            _ = try await served.posts.fetch(Post.all.limit(5), .remote, extra: .replace)
            _ = try await served.posts.fetch(Post.all.offset(1), .remote, extra: .replace)
            served.bench.server.set { $0.servesPages = true }
            _ = try await served.posts.fetch(Post.all, .remote, extra: .replace)
            try await expectAsync(try await served.titles() == ["first", "second"])
        },
        promise("Replacing keeps what is not sent") { ground in
            for writes in [SyncedWrites.local, .localAndRemote] {
                try await ground.apart { ground in
                    let served = try await Served(ground, writes)
                    try await served.bench.change(served.second.objectID) { $0.title = "mine" }
                    _ = try await served.bench.save("new")
                    _ = try await served.posts.fetch(Post.all, .remote, extra: .replace)
                    try await expectAsync(try await served.titles() == ["first", "mine", "new"])
                    try await expectAsync(try await served.bench.repositories.outbox.counts().refused == 0)
                }
            }
        },
        promise("Replacing keeps what was settled since the server was asked") { ground in
            let gate = TaskGate()
            let server = ScriptedServer(beforeAnswer: { await gate.wait() })
            let bench = try await ground.client(server: server)
            let posts = bench.repositories[Post.self]
            let request = Task { try await posts.fetch(Post.all, .remote, extra: .replace).map(\.title) }
            while server.requests == 0 { await Task.yield() }
            _ = try await bench.save("new")
            try await bench.sendAll()
            gate.open()
            try await expectAsync(try await request.value == ["new"])
            try await expectAsync(
                try await posts.fetch(Post.all, .remote, extra: .replace).map(\.title) == ["new"])
        },
        promise("Passing through stores nothing") { ground in
            let served = try await Served(ground)
            let third = Post("third", likes: 3, note: "theirs").snapshot
            served.bench.server.put(third)
            served.bench.server.set { $0.posts[served.first.objectID.key.objectKey]?.title = "other" }
            try await served.bench.change(served.first.objectID) {
                ($0.title, $0.note) = ("mine", "here")
            }
            let all = try await served.posts.fetch(Post.all.sorted { $0.likes }, .remote, extra: .passThrough)
            try expect(all.map(\.title) == ["other", "third"] && all.isComplete && all.origin == .remote)
            // A property of this side alone is not the server's.
            try expect(all.map(\.note) == ["here", "theirs"])
            let one = try await served.posts.fetch(
                Post.where { $0.likes > 0 }.sorted { $0.likes.descending }.limit(1), .localOrRemote,
                extra: .passThrough)
            try expect(one.map(\.title) == ["third"])
            try await expectAsync(try await served.titles() == ["mine", "second"])
            try await expectAsync(try await served.posts.fetch(Post.where { $0.likes > 2 }, .local).isEmpty)
            served.bench.server.set { $0.isOffline = true }
            let offline = try await served.posts.fetch(
                Post.where { $0.likes > 1 }, .remoteOrLocal, extra: .passThrough)
            try expect(offline.map(\.title) == ["second"] && offline.remoteError?.code == .unavailable)
        },
        promise("A status code says that an object is gone") { ground in
            for status in [404, 410] {
                try await ground.apart { ground in
                    let served = try await Served(ground)
                    served.bench.server.set { $0.status = status }
                    try await expectAsync(
                        try await served.posts.object(served.second.objectID, .remote) == nil)
                    try await expectAsync(try await served.titles() == ["first"])
                    // Of several objects it does not say which one.
                    try await expectRemoteFailure {
                        _ = try await served.posts.objects(
                            [served.first.objectID, served.second.objectID], .remote)
                    }
                    try await expectRemoteFailure {
                        _ = try await served.posts.fetch(Post.all, .remote)
                    }
                    try await expectAsync(try await served.titles() == ["first"])
                }
            }
        },
        promise("An answer by keys says which are gone") { ground in
            let served = try await Served(ground)
            let ids = [served.first.objectID, served.second.objectID]
            served.bench.server.set { $0.servesPages = true }
            try await expectAsync(try await served.posts.objects(ids, .remote).count == 2)
            served.bench.server.set { $0.servesPages = false }
            try await expectAsync(try await served.posts.objects(ids, .remote).map(\.title) == ["first"])
        },
        promise("A changed object that is gone there is a conflict") { ground in
            for writes in [SyncedWrites.local, .localAndRemote] {
                try await ground.apart { ground in
                    let served = try await Served(ground, writes)
                    try await served.bench.change(served.second.objectID) { $0.title = "mine" }
                    let new = try await served.bench.save("new")
                    try await expectAsync(
                        try await served.posts.objects([served.second.objectID, new.objectID], .remote).count
                            == 2
                    )
                    let outbox = served.bench.repositories.outbox
                    let refusals = try await outbox.refusals()
                    try expect(refusals.map(\.cause) == [.gone] && refusals.map(\.write.model) == ["Post"])
                    try await expectAsync(try await served.titles() == ["first", "mine", "new"])
                    try await outbox.decide(.takeRemote, on: try required(refusals.first).id)
                    try await expectAsync(try await served.titles() == ["first", "new"])
                }
            }
        },
        promise("What unsent rows refer to stays and is a conflict") { ground in
            let bench = try await ground.client()
            let (kept, other) = (Author("kept").snapshot, Author("other").snapshot)
            bench.server.put(kept)
            bench.server.put(other)
            let authors = bench.repositories[Author.self]
            _ = try await authors.fetch(Author.all, .remote)
            try await bench.stack.perform { context in
                try context.insert(Post("mine", author: try required(try context.object(kept.objectID))))
                try context.save()
            }
            bench.server.remove(kept.objectID)
            bench.server.remove(other.objectID)
            let left = try await authors.fetch(Author.all, .remote, extra: .replace)
            try expect(left.map(\.name) == ["kept"])
            let refusals = try await bench.repositories.outbox.refusals()
            try expect(refusals.map(\.cause) == [.conflict] && refusals.map(\.write.model) == ["Post"])
            try await bench.repositories.outbox.decide(.undo, on: try required(refusals.first).id)
            try await expectAsync(try await authors.fetch(Author.all, .remote, extra: .replace).isEmpty)
        },
        promise("Delete rules reach nothing that is not sent") { ground in
            let bench = try await ground.client()
            let (first, second) = (Author("first"), Author("second"))
            var (one, two) = (Post("one").snapshot, Post("two").snapshot)
            (one.author, two.author) = (first.id, second.id)
            for author in [first.snapshot, second.snapshot] { bench.server.put(author) }
            for post in [one, two] { bench.server.put(post) }
            let ids = [first.objectID, second.objectID]
            let authors = bench.repositories[Author.self]
            _ = try await authors.fetch(Author.all, .remote)
            try await bench.change(one.objectID) { $0.title = "mine" }
            for id in ids { bench.server.remove(id) }
            for id in [one.objectID, two.objectID] { bench.server.remove(id) }
            try await expectAsync(try await authors.objects(ids, .remote).map(\.name) == ["first"])
            let posts = try await bench.repositories[Post.self].fetch(Post.all, .local)
            try expect(posts.map(\.title) == ["mine"])
            try await expectAsync(try await bench.repositories.outbox.refusals().map(\.cause) == [.conflict])
        },
        promise("What others cannot be without stays") { ground in
            let schema = try Schema("Desk", models: [Desk.self, Lamp.self, Plant.self]).syncing {
                Synced(Desk.self)
                Synced(Lamp.self)
                Synced(Plant.self)
            }
            let stack = try ground.stack(schema)
            let (first, second) = (Desk("first").snapshot, Desk("second").snapshot)
            let (lamp, plant) = (Lamp("lamp", first.id).snapshot, Plant("plant", second.id).snapshot)
            let desks = Mutexed([first, second])
            let source = FixedSource {
                var payload = RemotePayload(desks.value)
                if !desks.value.isEmpty {
                    payload.add([lamp])
                    payload.add([plant])
                }
                return payload
            }
            let repositories = try await Repositories(stack, source: source)
            _ = try await repositories[Desk.self].fetch(Desk.all, .remote)
            desks.value = []
            let left = try await repositories[Desk.self].fetch(Desk.all, .remote, extra: .replace)
            try expect(left.map(\.name) == ["first"])
            try await expectAsync(
                try await repositories[Lamp.self].fetch(Lamp.all, .local).map(\.desk) == [first.id])
            try await expectAsync(
                try await repositories[Plant.self].fetch(Plant.all, .local).map(\.desk) == [nil])
        },
    ]

    private struct Served {
        let bench: SyncClient
        let posts: Repository<Post>
        let first: Post.Snapshot
        let second: Post.Snapshot

        /// Stores two posts of the server, and deletes the second one there.
        init(
            _ ground: SyncGround, _ writes: SyncedWrites = .localAndRemote,
            server: ScriptedServer = ScriptedServer()
        ) async throws {
            bench = try await ground.client(writes, server: server)
            posts = bench.repositories[Post.self]
            first = Post("first", likes: 1).snapshot
            second = Post("second", likes: 2).snapshot
            server.put(first)
            server.put(second)
            _ = try await posts.fetch(Post.all, .remote)
            server.remove(second.objectID)
        }

        func titles() async throws -> [String] {
            try await posts.fetch(Post.all.sorted { $0.title }, .local).map(\.title)
        }
    }
}

@Model private final class Desk {
    var id: UUID
    var name: String

    init(_ name: String) {
        id = UUID()
        self.name = name
    }
}

/// It refers to an object that does not know it, and cannot be without it.
@Model private final class Lamp {
    var id: UUID
    var name: String
    @Relationship(.required) var desk: Desk?

    init(_ name: String, _ desk: UUID) {
        id = UUID()
        self.name = name
        _setReference(.key(.uuid(desk)), at: 0)
    }
}

/// It refers to an object that does not know it, and can be without it.
@Model private final class Plant {
    var id: UUID
    var name: String
    @Relationship var desk: Desk?

    init(_ name: String, _ desk: UUID) {
        id = UUID()
        self.name = name
        _setReference(.key(.uuid(desk)), at: 0)
    }
}
