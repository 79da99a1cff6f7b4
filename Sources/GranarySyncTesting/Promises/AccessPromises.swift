import FoundationEssentials
import Granary
import GranaryConformance
import GranarySync
import Synchronization

/// Calls that read, whose access ends before, during or after them.
enum AccessPromises: SyncPromiseList {
    static let category = ConformanceCategory.repositories

    static let promises: [ConformancePromise] = [
        promise("Without access nothing is touched") { ground in
            let (rights, client) = try await client(ground)
            _ = try await client.save("mine")
            rights.set(.none)
            let posts = client.repositories[Post.self]
            for policy in [ReadPolicy.local, .remote, .localOrRemote, .localThenRemote, .remoteOrLocal] {
                try await expectThrows(.accessDenied) { _ = try await posts.fetch(Post.all, policy) }
                try await expectThrows(.accessDenied) { _ = try await posts.count(Post.all, policy) }
                try await expectThrows(.accessDenied) {
                    _ = try await posts.objects([ObjectID(UUID())], policy)
                }
            }
            try expect(client.server.requests == 0)
        },
        promise("With local access the server is never asked") { ground in
            let (rights, client) = try await client(ground)
            _ = try await client.save("mine")
            rights.set(.local)
            let posts = client.repositories[Post.self]
            try await expectAsync(try await posts.fetch(Post.all, .local).map(\.title) == ["mine"])
            try await expectThrows(.accessDenied) { _ = try await posts.fetch(Post.all, .remote) }
            for policy in [ReadPolicy.localOrRemote, .localThenRemote, .remoteOrLocal] {
                let answer = try await posts.fetch(Post.all, policy)
                try expect(answer.map(\.title) == ["mine"] && answer.remoteError?.code == .accessDenied)
                try expect(!answer.isComplete && answer.origin == .local)
            }
            try expect(client.server.requests == 0)
        },
        promise("With local access the store's whole answer has no error") { ground in
            let (rights, client) = try await client(ground)
            client.server.put(Post("served").snapshot)
            let posts = client.repositories[Post.self]
            _ = try await posts.fetch(Post.all, .remote)
            rights.set(.local)
            for policy in [ReadPolicy.localOrRemote, .localThenRemote] {
                let answer = try await posts.fetch(Post.all, policy)
                try expect(answer.count == 1 && answer.isComplete && answer.remoteError == nil)
            }
            try expect(client.server.requests == 1)
        },
        promise("What was fetched under a right that is gone is not stored") { ground in
            for policy in [ReadPolicy.remote, .localOrRemote, .remoteOrLocal, .localThenRemote] {
                try await ground.apart { ground in
                    let rights = Rights()
                    let server = ScriptedServer(beforeAnswer: { rights.set(.none) })
                    let client = try await client(ground, rights, server)
                    server.put(Post("served").snapshot)
                    let posts = client.repositories[Post.self]
                    try await expectThrows(.accessDenied) { _ = try await posts.fetch(Post.all, policy) }
                    rights.set(.all)
                    let answer = try await posts.fetch(Post.all, .local)
                    try expect(answer.isEmpty && !answer.isComplete && server.requests == 1)
                }
            }
        },
        promise("A right that becomes local in the middle leaves what is here") { ground in
            let rights = Rights()
            let server = ScriptedServer(beforeAnswer: { rights.set(.local) })
            let client = try await client(ground, rights, server)
            _ = try await client.save("mine")
            server.put(Post("served").snapshot)
            let posts = client.repositories[Post.self]
            let answer = try await posts.fetch(Post.all, .localOrRemote)
            try expect(answer.map(\.title) == ["mine"] && answer.remoteError?.code == .accessDenied)
            rights.set(.all)
            try await expectThrows(.accessDenied) { _ = try await posts.fetch(Post.all, .remote) }
            try await expectAsync(try await posts.count(Post.all, .local) == 1)
        },
        promise("Objects by their identities end with the right") { ground in
            let rights = Rights()
            let server = ScriptedServer(beforeAnswer: { rights.set(.none) })
            let client = try await client(ground, rights, server)
            let post = Post("served").snapshot
            server.put(post)
            let posts = client.repositories[Post.self]
            try await expectThrows(.accessDenied) { _ = try await posts.object(post.objectID) }
            rights.set(.local)
            try await expectAsync(try await posts.object(post.objectID, .local) == nil)
        },
        promise("A named query ends with the right, and keeps no list") { ground in
            let rights = Rights()
            let server = ScriptedServer(beforeAnswer: { rights.set(.none) })
            let client = try await client(ground, rights, server)
            server.put(Post("served").snapshot)
            let posts = client.repositories[Post.self]
            try await expectThrows(.accessDenied) { _ = try await posts.fetch(.named("discover")) }
            rights.set(.all)
            let answer = try await posts.fetch(.named("discover"), .local)
            try expect(answer.isEmpty && !answer.isComplete)
        },
        promise("Values that pass through end with the right") { ground in
            let rights = Rights()
            let server = ScriptedServer(beforeAnswer: { rights.set(.local) })
            let client = try await client(ground, rights, server)
            server.put(Post("served").snapshot)
            let posts = client.repositories[Post.self]
            try await expectThrows(.accessDenied) {
                _ = try await posts.fetch(Post.all, .remote, extra: .passThrough)
            }
        },
        promise("A page after the right is gone is not asked for") { ground in
            let (rights, client) = try await client(ground)
            client.server.set {
                $0.serve = { _ in
                    var payload = RemotePayload([Post("first").snapshot])
                    payload.isWhole = false
                    payload.next = Data([1])
                    return payload
                }
            }
            let posts = client.repositories[Post.self]
            let page = try required(try await posts.fetch(Post.all, .remote).next)
            rights.set(.local)
            try await expectThrows(.accessDenied) { _ = try await posts.fetch(page) }
            try expect(client.server.requests == 1)
            try await expectAsync(try await posts.fetch(Post.all, .local).count == 1)
        },
        promise("A request behind a call stores nothing once the right is gone") { ground in
            let (rights, answered, done) = (Rights(), TaskGate(), TaskGate())
            let isSecond = Mutexed(false)
            let server = ScriptedServer(beforeAnswer: {
                guard isSecond.value else { return }
                await answered.wait()
                rights.set(.none)
                done.open()
            })
            let client = try await client(ground, rights, server)
            let posts = client.repositories[Post.self]
            _ = try await posts.fetch(Post.all, .remote)
            server.put(Post("later").snapshot)
            isSecond.value = true
            try await expectAsync(try await posts.fetch(Post.all, .localThenRemote).isEmpty)
            answered.open()
            await done.wait()
            rights.set(.local)
            try await expectAsync(try await posts.fetch(Post.all, .local).isEmpty)
        },
        promise("Rows of a model that is not allowed are not stored") { ground in
            let (rights, client) = try await client(ground)
            let author = Author("theirs")
            client.server.put(author.snapshot)
            client.server.put(served(by: author))
            for access in [Access.none, .local] {
                rights.set(access, of: "Author")
                let posts = try await client.repositories[Post.self].fetch(Post.all, .remote)
                try expect(posts.map(\.title) == ["served"] && posts.first?.author == nil)
                try expect(!posts.isComplete)
            }
            rights.set(.all, of: "Author")
            try await expectAsync(
                try await client.repositories[Author.self].fetch(Author.all, .local).isEmpty)
            let posts = try await client.repositories[Post.self].fetch(Post.all, .remote)
            try expect(posts.first?.author == author.id && posts.isComplete)
        },
        promise("An answer without the rows that are not allowed is not the one with its tag") { ground in
            for isTarget in [false, true] {
                try await ground.apart { ground in
                    let (rights, client) = try await client(ground)
                    let author = Author("theirs").snapshot
                    var post = Post("served").snapshot
                    post.author = author.id
                    client.server.set { [post] in
                        $0.serve = { request in
                            if request.tag != nil { return .unchanged }
                            var payload = RemotePayload()
                            if request.model == "Post" { payload.add([post]) }
                            if request.model == "Author" || !isTarget { payload.add([author]) }
                            payload.tag = "first"
                            return payload
                        }
                    }
                    rights.set(.local, of: "Author")
                    let posts = client.repositories[Post.self]
                    try await expectAsync(try await posts.fetch(Post.all, .remote).first?.author == nil)
                    rights.set(.all, of: "Author")
                    let answer = try await posts.fetch(Post.all, .remote)
                    try expect(answer.first?.author == author.id && answer.isComplete)
                    _ = try await posts.fetch(Post.all, .remote)
                    try expect(client.server.lastRequest?.tag == "first")
                }
            }
        },
        promise("A right that ends while credentials are renewed has nothing asked again") { ground in
            let (rights, client) = try await client(ground)
            client.server.set { state in
                state.status = 401
                state.whileRenewing = { rights.set(.local) }
                state.changes = { _ in throw RemoteFailure(401, "expired") }
            }
            let posts = client.repositories[Post.self]
            for policy in [ReadPolicy.remote, .localOrRemote, .remoteOrLocal] {
                rights.set(.all)
                let requests = client.server.requests
                do {
                    let answer = try await posts.fetch(Post.all, policy)
                    try expect(policy != .remote && answer.remoteError?.code == .accessDenied)
                } catch let error as GranaryError where error.code == .accessDenied && policy == .remote {
                }
                try expect(client.server.requests == requests + 1)
            }
            rights.set(.all)
            try await expectThrows(.accessDenied) { try await client.repositories.refresh() }
            try expect(client.server.state.withLock { $0.checkpoints.count } == 1)
        },
        promise("Targets of a model that is not allowed are not asked for") { ground in
            let (rights, client) = try await client(ground)
            rights.set(.none, of: "Author")
            let author = Author("theirs")
            let post = served(by: author)
            client.server.set { $0.serve = { _ in RemotePayload([post]) } }
            _ = try await client.repositories[Post.self].fetch(Post.all, .remote)
            try expect(client.server.requests == 1)
        },
        promise("A condition on a model that is not allowed is denied") { ground in
            let (rights, client) = try await client(ground)
            rights.set(.none, of: "Author")
            let posts = client.repositories[Post.self]
            for policy in [ReadPolicy.local, .remote, .localOrRemote] {
                try await expectThrows(.accessDenied) {
                    _ = try await posts.fetch(Post.where { $0.author.name == "theirs" }, policy)
                }
                try await expectThrows(.accessDenied) {
                    _ = try await posts.fetch(Post.all.sorted { $0.author.name.ascending }, policy)
                }
            }
            try await expectAsync(try await posts.fetch(Post.all, .local).isEmpty)
            try expect(client.server.requests == 0)
        },
        promise("Each reader has a policy, and no other's request") { ground in
            let gate = TaskGate()
            let server = ScriptedServer(beforeAnswer: { await gate.wait() })
            let client = try await ground.client(server: server)
            server.put(Post("served").snapshot)
            let (mine, theirs) = (Rights(), Rights())
            let posts = client.repositories[Post.self]
            let first = Task { try await posts.allowed(by: mine.policy).fetch(Post.all, .remote).count }
            let second = Task { try await posts.allowed(by: theirs.policy).fetch(Post.all, .remote).count }
            while server.requests < 2 { await Task.yield() }
            theirs.set(.none)
            gate.open()
            try await expectAsync(try await first.value == 1)
            try await expectThrows(.accessDenied) { _ = try await second.value }
        },
        promise("Readers of one policy share a request") { ground in
            let (rights, client) = try await client(ground)
            let posts = client.repositories[Post.self]
            let own = posts.allowed(by: Rights().policy)
            try await client.repositories.reading {
                async let first = own.fetch(Post.all, .remote)
                async let second = own.fetch(Post.all, .remote)
                _ = try await (first, second)
                try expect(client.server.requests == 1)
                _ = try await posts.fetch(Post.all, .remote)
                try expect(client.server.requests == 2 && rights.asked > 0)
            }
        },
        promise("The policies of a reader and of the repositories both hold") { ground in
            let (rights, client) = try await client(ground)
            let own = Rights(.local)
            let posts = client.repositories[Post.self].allowed(by: own.policy)
            try await expectThrows(.accessDenied) { _ = try await posts.fetch(Post.all, .remote) }
            own.set(.all)
            _ = try await posts.fetch(Post.all, .remote)
            rights.set(.none)
            try await expectThrows(.accessDenied) { _ = try await posts.fetch(Post.all, .local) }
        },
        promise("A repository that is narrowed twice has both policies") { ground in
            let client = try await ground.client()
            let (first, second) = (Rights(), Rights())
            let posts = client.repositories[Post.self].allowed(by: first.policy).allowed(by: second.policy)
            _ = try await posts.fetch(Post.all, .remote)
            for rights in [first, second] {
                rights.set(.none)
                try await expectThrows(.accessDenied) { _ = try await posts.fetch(Post.all, .local) }
                rights.set(.local)
                try await expectThrows(.accessDenied) { _ = try await posts.fetch(Post.all, .remote) }
                rights.set(.all)
            }
            _ = try await posts.fetch(Post.all, .remote)
        },
        promise("A group of calls takes no answer without the right") { ground in
            let (rights, client) = try await client(ground)
            let posts = client.repositories[Post.self]
            try await client.repositories.reading {
                _ = try await posts.fetch(Post.all, .remote)
                rights.set(.local)
                try await expectThrows(.accessDenied) { _ = try await posts.fetch(Post.all, .remote) }
            }
        },
        promise("A model without a server needs local access alone") { ground in
            let (rights, client) = try await client(ground)
            rights.set(.local)
            let drafts = client.repositories[Draft.self]
            try await drafts.save(Draft("mine").snapshot)
            try await expectAsync(try await drafts.fetch(Draft.all).map(\.text) == ["mine"])
            rights.set(.none)
            try await expectThrows(.accessDenied) { _ = try await drafts.fetch(Draft.all) }
        },
    ]

    private static func served(by author: Author) -> Post.Snapshot {
        var post = Post("served").snapshot
        post.author = author.id
        return post
    }

    /// A client whose program has some rights.
    private static func client(
        _ ground: SyncGround, _ rights: Rights, _ server: ScriptedServer = ScriptedServer()
    ) async throws -> SyncClient {
        try await ground.client(try syncedSchema(.localAndRemote), server: server, access: rights.policy)
    }

    private static func client(_ ground: SyncGround) async throws -> (Rights, SyncClient) {
        let rights = Rights()
        let client = try await client(ground, rights)
        return (rights, client)
    }
}
