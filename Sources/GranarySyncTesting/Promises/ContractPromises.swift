import FoundationEssentials
import Granary
import GranaryConformance
import GranarySync
import Synchronization

/// Values that are not whole enough for a reader count as missing.
enum ContractPromises: SyncPromiseList {
    static let category = ConformanceCategory.repositories

    static let promises: [ConformancePromise] = [
        promise("Values that break a contract are left out") { ground in
            let client = try await client(ground, here: ["+a", "b", "+c"])
            let posts = client.repositories[Post.self].requiring(whole)
            let answer = try await posts.fetch(byTitle, .local)
            try expect(answer.map(\.title) == ["+a", "+c"] && !answer.isComplete)
            try expect(client.server.requests == 0)
        },
        promise("A contract that all values keep changes nothing") { ground in
            let client = try await client(ground, here: ["+a", "+c"])
            let posts = client.repositories[Post.self]
            _ = try await posts.fetch(byTitle, .remote)
            let answer = try await posts.requiring(whole).fetch(byTitle)
            try expect(answer.map(\.title) == ["+a", "+c"] && answer.isComplete && answer.origin == .local)
            try expect(client.server.requests == 1)
        },
        promise("A value that breaks a contract has the server asked") { ground in
            for policy in [ReadPolicy.localOrRemote, .localThenRemote] {
                try await ground.apart { ground in
                    let client = try await client(ground, served: ["+a", "b"])
                    let posts = client.repositories[Post.self]
                    _ = try await posts.fetch(byTitle, .remote)
                    client.server.set { state in
                        for key in Array(state.posts.keys) where state.posts[key]?.title == "b" {
                            state.posts[key]?.title = "+b"
                        }
                    }
                    let answer = try await posts.requiring(whole).fetch(byTitle, policy)
                    try expect(answer.map(\.title) == ["+a", "+b"] && answer.isComplete)
                    try expect(answer.origin == .remote && client.server.requests == 2)
                }
            }
        },
        promise("What is served is judged, and not asked for again") { ground in
            let client = try await client(ground, served: ["+a", "b"])
            for policy in [ReadPolicy.remote, .localOrRemote, .remoteOrLocal] {
                let requests = client.server.requests
                let answer = try await client.repositories[Post.self].requiring(whole).fetch(byTitle, policy)
                try expect(answer.map(\.title) == ["+a"] && !answer.isComplete && answer.origin == .remote)
                try expect(client.server.requests == requests + 1)
            }
        },
        promise("What a contract leaves out is stored for others") { ground in
            let client = try await client(ground, served: ["+a", "b"])
            let posts = client.repositories[Post.self]
            _ = try await posts.requiring(whole).fetch(byTitle, .remote)
            let answer = try await posts.fetch(byTitle, .local)
            try expect(answer.map(\.title) == ["+a", "b"] && answer.isComplete)
        },
        promise("Offline, the values that keep a contract are there") { ground in
            let client = try await client(ground, here: ["+a", "b"])
            client.server.set { $0.isOffline = true }
            let posts = client.repositories[Post.self].requiring(whole)
            for policy in [ReadPolicy.localOrRemote, .localThenRemote, .remoteOrLocal] {
                let answer = try await posts.fetch(byTitle, policy)
                try expect(answer.map(\.title) == ["+a"] && answer.remoteError?.code == .unavailable)
            }
        },
        promise("Only the objects that break a contract are asked for") { ground in
            let client = try await client(ground, served: ["+a", "b"])
            let posts = client.repositories[Post.self]
            let ids = try await posts.fetch(byTitle, .remote).map(\.objectID)
            let answer = try await posts.requiring(whole).objects(ids)
            try expect(answer.map(\.title) == ["+a"] && !answer.isComplete)
            try expect(client.server.lastRequest?.keys == [ids[1].key.objectKey])
        },
        promise("An object that breaks a contract is not there") { ground in
            let client = try await client(ground, here: ["b"])
            let posts = client.repositories[Post.self].requiring(whole)
            let id = try required(try await client.repositories[Post.self].first(Post.all, .local)).objectID
            try await expectAsync(try await posts.object(id, .local) == nil)
            try await expectAsync(try await posts.objects([id, id], .local).isComplete == false)
        },
        promise("Objects stay in the order given") { ground in
            let client = try await client(ground, here: ["+a", "b", "+c"])
            let ids = try await client.repositories[Post.self].fetch(byTitle, .local).map(\.objectID)
            let posts = client.repositories[Post.self].requiring(whole)
            let answer = try await posts.objects([ids[1], ids[2], ids[0], ids[1]], .local)
            try expect(answer.map(\.title) == ["+c", "+a", "+c"] && !answer.isComplete)
            try await expectAsync(try await posts.objects([ids[1], ids[0]], .local).isComplete)
        },
        promise("A count counts what keeps the contract") { ground in
            let client = try await client(ground, here: ["+a", "b", "+c"])
            let posts = client.repositories[Post.self].requiring(whole)
            try await expectAsync(try await posts.count(Post.all, .local) == 2)
            try await expectAsync(try await posts.count(Post.all.limit(1), .local) == 1)
            try await expectAsync(try await posts.count(Post.where { $0.title == "b" }, .local) == 0)
        },
        promise("The first and the only one are those that keep the contract") { ground in
            let client = try await client(ground, here: ["+x", "a", "b"])
            let posts = client.repositories[Post.self].requiring(whole)
            let sorted = Post.all.sorted { $0.title.descending }
            try await expectAsync(try await posts.first(sorted, .local)?.title == "+x")
            try await expectAsync(try await posts.single(Post.all, .local)?.title == "+x")
            try await expectAsync(try await posts.first(Post.where { $0.title == "a" }, .local) == nil)
        },
        promise("Limits and offsets count what keeps the contract") { ground in
            let titles = (10..<60).map { $0 % 3 == 0 ? "+\($0)" : "-\($0)" }
            let client = try await client(ground, here: titles)
            let kept = titles.filter { $0.begins(with: "+") }.sorted()
            let posts = client.repositories[Post.self].requiring(whole)
            for (offset, limit) in [
                (0, 1), (0, 5), (3, 4), (10, 100), (16, 3), (50, 2), (0, 0), (2, Int.max),
            ] {
                let answer = try await posts.fetch(byTitle.offset(offset).limit(limit), .local)
                try expect(
                    answer.map(\.title) == Array(kept.dropFirst(offset).prefix(limit)), "\(offset) \(limit)")
            }
            let rest = try await posts.fetch(byTitle.offset(3), .local)
            try expect(rest.map(\.title) == Array(kept.dropFirst(3)))
        },
        promise("A limit that is reached before a broken value is complete") { ground in
            let client = try await client(ground, served: ["+a", "+b", "c"])
            let posts = client.repositories[Post.self]
            _ = try await posts.fetch(byTitle, .remote)
            let answer = try await posts.requiring(whole).fetch(byTitle.limit(2))
            try expect(answer.map(\.title) == ["+a", "+b"] && answer.isComplete)
            try expect(client.server.requests == 1)
        },
        promise("A named query keeps the server's order") { ground in
            let client = try await client(ground, served: [])
            let served = ["+b", "x", "+a"].map { Post($0).snapshot }
            client.server.set { $0.serve = { $0.name == nil ? nil : RemotePayload(served) } }
            let posts = client.repositories[Post.self].requiring(whole)
            let answer = try await posts.fetch(.named("discover"))
            try expect(answer.map(\.title) == ["+b", "+a"] && !answer.isComplete)
            client.server.set { $0.isOffline = true }
            try await expectAsync(try await posts.fetch(.named("discover")).map(\.title) == ["+b", "+a"])
        },
        promise("Values that pass through are judged") { ground in
            let client = try await client(ground, served: ["+a", "b"])
            let posts = client.repositories[Post.self].requiring(whole)
            let answer = try await posts.fetch(byTitle, .remote, extra: .passThrough)
            try expect(answer.map(\.title) == ["+a"] && !answer.isComplete)
        },
        promise("Pages are judged") { ground in
            let client = try await client(ground, served: [])
            let served = ["+a", "b", "+c"].map { Post($0).snapshot }
            client.server.set {
                $0.serve = { request in
                    let start = request.page.flatMap(\.first).map(Int.init) ?? 0
                    var payload = RemotePayload([served[start]])
                    payload.isWhole = false
                    payload.next = start < 2 ? Data([UInt8(start + 1)]) : nil
                    return payload
                }
            }
            let posts = client.repositories[Post.self].requiring(whole)
            var answer = try await posts.fetch(byTitle, .remote)
            while let next = answer.next { answer = try await posts.fetch(next) }
            try expect(answer.map(\.title) == ["+a", "+c"] && !answer.isComplete)
        },
        promise("Any row is enough that keeps the contract") { ground in
            let client = try await client(ground, here: ["b"])
            let posts = client.repositories[Post.self].requiring(whole)
            _ = try await posts.fetch(byTitle, .localOrRemote.anyRow)
            try expect(client.server.requests == 1)
            _ = try await client.save("+a")
            let answer = try await posts.fetch(byTitle, .localOrRemote.anyRow)
            try expect(answer.map(\.title) == ["+a"] && client.server.requests == 1)
        },
        promise("A contract knows what was asked for") { ground in
            let client = try await client(ground, here: ["+a", "b"])
            // Whole values for lists, and anything for single objects.
            let contract = Contract().requiring(Post.self) { post, request in
                request.keys != nil || post.title.begins(with: "+")
            }
            let ids = try await client.repositories[Post.self].fetch(byTitle, .local).map(\.objectID)
            let posts = client.repositories[Post.self].requiring(contract)
            try await expectAsync(try await posts.fetch(byTitle, .local).count == 1)
            try await expectAsync(try await posts.objects(ids, .local).count == 2)
        },
        promise("All rules of a model hold, and those of other models do not matter") { ground in
            let client = try await client(ground, here: ["+a", "+b!", "c!"])
            let contract = whole.requiring(Post.self) { post, _ in post.title.holds("!") }
                .requiring(Author.self) { _, _ in false }
            let posts = client.repositories[Post.self].requiring(contract)
            try await expectAsync(try await posts.fetch(byTitle, .local).map(\.title) == ["+b!"])
        },
        promise("Readers of one request have contracts of their own") { ground in
            let gate = TaskGate()
            let server = ScriptedServer(beforeAnswer: { await gate.wait() })
            let client = try await ground.client(server: server)
            for title in ["+a", "b"] { server.put(Post(title).snapshot) }
            let posts = client.repositories[Post.self]
            let strict = Task { try await posts.requiring(whole).fetch(byTitle, .remote).map(\.title) }
            let lax = Task { try await posts.fetch(byTitle, .remote).map(\.title) }
            while server.requests < 1 { await Task.yield() }
            gate.open()
            try await expectAsync(try await strict.value == ["+a"])
            try await expectAsync(try await lax.value == ["+a", "b"])
        },
        promise("Observers have contracts of their own") { ground in
            let client = try await client(ground, here: ["+a", "b"])
            let posts = client.repositories[Post.self]
            var strict = posts.requiring(whole).observe(byTitle, .local).makeAsyncIterator()
            var lax = posts.observe(byTitle, .local).makeAsyncIterator()
            try await expectAsync(try await strict.next()?.map(\.title) == ["+a"])
            try await expectAsync(try await lax.next()?.map(\.title) == ["+a", "b"])
            let id = try required(try await posts.first(Post.where { $0.title == "b" }, .local)).objectID
            try await client.change(id) { $0.title = "+b" }
            let next = try required(try await strict.next())
            try expect(next.map(\.title) == ["+a", "+b"] && next.changes.count == 1)
            try await expectAsync(try await lax.next()?.map(\.title) == ["+a", "+b"])
        },
        promise("Whether all is whole is followed too") { ground in
            let client = try await client(ground, served: ["+a", "b"])
            let posts = client.repositories[Post.self]
            _ = try await posts.fetch(byTitle, .remote)
            var reader = posts.requiring(whole).observe(byTitle, .local).makeAsyncIterator()
            try await expectAsync(try await reader.next()?.answer.isComplete == false)
            let id = try required(try await posts.first(Post.where { $0.title == "b" }, .local)).objectID
            try await client.change(id) { $0.title = "+b" }
            try await expectAsync(try await reader.next()?.answer.isComplete == true)
        },
        promise("What is changed here is judged as it is here") { ground in
            let client = try await client(ground, served: ["b"])
            let posts = client.repositories[Post.self].requiring(whole)
            _ = try await posts.fetch(byTitle, .remote)
            let id = try required(try await client.repositories[Post.self].first(Post.all, .local)).objectID
            try await client.change(id) { $0.title = "+mine" }
            let answer = try await posts.fetch(byTitle)
            try expect(answer.map(\.title) == ["+mine"] && answer.isComplete && answer.origin == .local)
            _ = try await posts.fetch(byTitle, .remote)
            try await expectAsync(try await posts.fetch(byTitle, .local).map(\.title) == ["+mine"])
        },
        promise("Properties that were never served are judged as they are here") { ground in
            let client = try await client(ground, served: ["+a"])
            client.server.set { $0.servedProperties = ["title"] }
            let contract = Contract().requiring(Post.self) { post, _ in post.likes > 0 }
            let posts = client.repositories[Post.self].requiring(contract)
            try await expectAsync(try await posts.fetch(byTitle).isEmpty)
            client.server.set { state in
                state.servedProperties = nil
                for key in Array(state.posts.keys) { state.posts[key]?.likes = 3 }
            }
            let answer = try await posts.fetch(byTitle)
            try expect(answer.map(\.likes) == [3] && answer.isComplete && client.server.requests == 2)
        },
        promise("A contract that throws ends the call with its model") { ground in
            struct Fault: Error {}
            let client = try await client(ground, here: ["a"])
            let contract = Contract().requiring(Post.self) { _, _ in throw Fault() }
            let posts = client.repositories[Post.self].requiring(contract)
            for policy in [ReadPolicy.local, .remote, .localOrRemote] {
                let error = try await expectThrows(.validation) { _ = try await posts.fetch(byTitle, policy) }
                try expect(error.context.entity == "Post" && error.cause is Fault)
            }
            try await expectAsync(try await client.repositories[Post.self].count(Post.all, .local) == 1)
        },
        promise("A repository with two contracts has the values that keep both") { ground in
            let client = try await client(ground, here: ["+a", "+b", "b"])
            let other = Contract().requiring(Post.self) { post, _ in post.title.utf8.last == UInt8(ascii: "b")
            }
            let posts = client.repositories[Post.self].requiring(whole).requiring(other)
            try await expectAsync(try await posts.fetch(byTitle, .local).map(\.title) == ["+b"])
        },
        promise("Values of a model without a server are judged too") { ground in
            let client = try await ground.client()
            let contract = Contract().requiring(Draft.self) { draft, _ in draft.text != "" }
            let drafts = client.repositories[Draft.self].requiring(contract)
            try await drafts.save([Draft("").snapshot, Draft("text").snapshot])
            let answer = try await drafts.fetch(Draft.all)
            try expect(answer.map(\.text) == ["text"] && !answer.isComplete)
        },
    ]

    /// Only posts whose title begins with a plus are whole.
    private static let whole = Contract().requiring(Post.self) { post, _ in post.title.begins(with: "+") }
    private static let byTitle = Post.all.sorted { $0.title.ascending }

    /// A client with posts of this side, and posts of the server.
    private static func client(
        _ ground: SyncGround, here: [String] = [], served: [String] = []
    ) async throws -> SyncClient {
        let client = try await ground.client()
        for title in here { _ = try await client.save(title) }
        for title in served { client.server.put(Post(title).snapshot) }
        return client
    }
}
