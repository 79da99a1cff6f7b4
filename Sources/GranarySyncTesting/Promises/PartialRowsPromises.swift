import FoundationEssentials
import Granary
import GranaryConformance
import GranarySync

/// A property that a server leaves out stays as it is, and is known to be missing.
enum PartialRowsPromises: SyncPromiseList {
    static let category = ConformanceCategory.merging

    static let promises: [ConformancePromise] = [
        promise("What is left out stays") { ground in
            let bench = try await ground.client()
            let posts = bench.repositories[Post.self]
            var post = Post("one", likes: 3).snapshot
            bench.server.put(post)
            _ = try await posts.fetch(Post.all, .remote)
            (post.title, post.likes) = ("two", 0)
            bench.server.put(post)
            bench.server.set { $0.servedProperties = ["title"] }
            let answer = try await posts.fetch(Post.all, .remote)
            try expect(answer.map(\.title) == ["two"] && answer.map(\.likes) == [3])
            // All of it was served once.
            try expect(answer.isComplete)
            try await expectAsync(try await gaps(bench).isEmpty)
        },
        promise("An answer with a gap is not complete") { ground in
            let bench = try await ground.client()
            let posts = bench.repositories[Post.self]
            let post = Post("one", likes: 3).snapshot
            bench.server.put(post)
            bench.server.set { $0.servedProperties = ["title"] }
            try await expectAsync(try await !posts.fetch(Post.all, .remote).isComplete)
            try await expectAsync(try await gaps(bench) == [["likes", "author"]])
            let answer = try await posts.objects([post.objectID])
            try expect(answer.origin == .remote && answer.map(\.title) == ["one"] && !answer.isComplete)
            bench.server.set { $0.servedProperties = ["likes"] }
            try await expectAsync(try await !posts.objects([post.objectID]).isComplete)
            try await expectAsync(try await gaps(bench) == [["author"]])
            bench.server.set { $0.servedProperties = nil }
            let whole = try await posts.objects([post.objectID])
            try expect(whole.isComplete && whole.map(\.likes) == [3])
            try await expectAsync(try await gaps(bench).isEmpty)
            let requests = bench.server.requests
            try await expectAsync(try await posts.objects([post.objectID]).origin == .local)
            try expect(bench.server.requests == requests)
        },
        promise("A reference that was not served is empty in a new object") { ground in
            var post = Post("one").snapshot
            post.author = UUID()
            let served = post
            let source = FixedSource {
                var payload = RemotePayload()
                payload.add(partial: [PartialRow<Post>(served) { $0.title }])
                return payload
            }
            let stack = try ground.stack(try syncedSchema())
            let repositories = try await Repositories(stack, source: source)
            let answer = try await repositories[Post.self].fetch(Post.all, .remote)
            try expect(answer.map(\.author) == [nil] && !answer.isComplete)
        },
        promise("Two parts of one object are one row") { ground in
            let post = Post("one", likes: 3).snapshot
            let other = Post(id: post.id, "two", likes: 5).snapshot
            let source = FixedSource {
                var payload = RemotePayload()
                payload.add(partial: [
                    PartialRow<Post>(post) {
                        $0.title; $0.author
                    }, PartialRow<Post>(other) { $0.likes },
                ])
                return payload
            }
            let stack = try ground.stack(try syncedSchema())
            let repositories = try await Repositories(stack, source: source)
            let answer = try await repositories[Post.self].fetch(Post.all, .remote)
            try expect(answer.map(\.title) == ["one"] && answer.map(\.likes) == [5] && answer.isComplete)
        },
        promise("What was not sent and not served keeps its base") { ground in
            let bench = try await ground.client()
            let posts = bench.repositories[Post.self]
            let post = try await bench.save("one")
            try await bench.sendAll()
            try await bench.change(post.objectID) { ($0.title, $0.likes) = ("mine", 2) }
            bench.server.set { $0.posts[post.objectID.key.objectKey]?.likes = 5 }
            bench.server.set { $0.servedProperties = ["title"] }
            for _ in 0..<2 { _ = try await posts.fetch(Post.all, .remote) }
            try await expectAsync(try await bench.stored(post.objectID)?.likes == 2)
            bench.server.set { $0.servedProperties = ["likes"] }
            for _ in 0..<2 { _ = try await posts.fetch(Post.all, .remote) }
            let stored = try await bench.stored(post.objectID)
            try expect(stored?.title == "mine" && stored?.likes == 7)
        },
        promise("An accepted write fills a gap") { ground in
            let (bench, post) = try await clientWithPartOfAPost(ground)
            try await bench.change(post.objectID) { $0.likes = 2 }
            try await expectAsync(try await gaps(bench) == [["likes", "author"]])
            try await bench.sendAll()
            try await expectAsync(try await gaps(bench) == [["author"]])
            try await bench.delete(post.objectID)
            try await bench.sendAll()
            try await expectAsync(try await gaps(bench).isEmpty)
        },
        promise("An object that is given up leaves no gap") { ground in
            let (bench, post) = try await clientWithPartOfAPost(ground)
            try await bench.change(post.objectID) { $0.title = "mine" }
            bench.server.remove(post.objectID)
            _ = try await bench.repositories[Post.self].object(post.objectID, .remote)
            let refused = try required(try await bench.repositories.outbox.refusals().first)
            try await bench.repositories.outbox.decide(.takeRemote, on: refused.id)
            try await expectAsync(try await bench.stored(post.objectID) == nil)
            try await expectAsync(try await gaps(bench).isEmpty)
        },
        promise("A conflict with a part of a row leaves the gap") { ground in
            let (bench, post) = try await clientWithPartOfAPost(ground)
            try await bench.change(post.objectID) { $0.title = "mine" }
            var theirs = post
            theirs.title = "theirs"
            let served = theirs
            bench.server.set { state in
                state.answer = { _ in
                    var payload = RemotePayload()
                    payload.add(partial: [PartialRow<Post>(served) { $0.title }])
                    return .conflict(payload)
                }
            }
            try await bench.sendUntilRefused()
            let refused = try required(try await bench.repositories.outbox.refusals().first)
            try expect(refused.theirs == ["id": [.uuid(post.id)], "title": [.text("theirs")]])
            try await bench.repositories.outbox.decide(.takeRemote, on: refused.id)
            try await expectAsync(try await bench.stored(post.objectID)?.title == "theirs")
            try await expectAsync(try await gaps(bench) == [["likes", "author"]])
        },
        promise("Rows of JSON say what they have") { ground in
            let id = UUID()
            let row = try PartialRow<Post>(json: "{\"id\":\"\(id.uuidString)\",\"title\":\"one\"}")
            let source = FixedSource {
                var payload = RemotePayload()
                payload.add(partial: [row])
                return payload
            }
            let stack = try ground.stack(try syncedSchema())
            let repositories = try await Repositories(stack, source: source)
            let answer = try await repositories[Post.self].fetch(Post.all, .remote)
            try expect(answer.map(\.title) == ["one"] && answer.map(\.likes) == [0] && !answer.isComplete)
            try await expectThrows { _ = try PartialRow<Post>(json: "{\"name\":\"one\"}") }
            try await expectThrows { _ = try PartialRow<Post>(json: "{\"title\":1}") }
        },
        promise("Properties that the model lacks are refused") { ground in
            let post = Post("one").snapshot
            let source = FixedSource {
                var payload = RemotePayload()
                payload.add(partial: [PartialRow<Post>(post, serving: ["name"])])
                return payload
            }
            let stack = try ground.stack(try syncedSchema())
            let repositories = try await Repositories(stack, source: source)
            try await expectThrows {
                _ = try await repositories[Post.self].fetch(Post.all, .remote)
            }
            try await expectAsync(try await stack.perform { try $0.count(Post.all) } == 0)
        },
        promise("A row without a key is refused") { ground in
            let source = FixedSource { RemotePayload([Post(id: UUID.unassigned, "one").snapshot]) }
            let stack = try ground.stack(try syncedSchema())
            let repositories = try await Repositories(stack, source: source)
            try await expectThrows {
                _ = try await repositories[Post.self].fetch(Post.all, .remote)
            }
        },
    ]

    /// A client to which the server has served nothing but the title of a post.
    private static func clientWithPartOfAPost(
        _ ground: SyncGround
    ) async throws -> (SyncClient, Post.Snapshot) {
        let bench = try await ground.client()
        let post = Post("one").snapshot
        bench.server.put(post)
        bench.server.set { $0.servedProperties = ["title"] }
        _ = try await bench.repositories[Post.self].fetch(Post.all, .remote)
        return (bench, post)
    }

    private static func gaps(_ bench: SyncClient) async throws -> [[String]] {
        try await bench.stack.perform { context in
            try NotedGap.all(in: context).map(\.missing)
        }
    }
}
