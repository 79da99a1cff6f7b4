import FoundationEssentials
import Granary
import GranaryConformance
import GranarySync
import Synchronization

/// What a server serves is taken over, but for what it does not know yet.
enum ServedMergePromises: SyncPromiseList {
    static let category = ConformanceCategory.merging

    static let promises: [ConformancePromise] = [
        promise("What was not sent stays") { ground in
            let bench = try await ground.client()
            let post = try await bench.save("one")
            try await bench.sendAll()
            try await bench.change(post.objectID) { $0.title = "mine" }
            bench.server.set { $0.posts[post.objectID.key.objectKey]?.title = "theirs" }
            bench.server.set { $0.posts[post.objectID.key.objectKey]?.likes = 5 }
            for _ in 0..<2 { _ = try await bench.repositories[Post.self].fetch(Post.all, .remote) }
            let stored = try await bench.stored(post.objectID)
            try expect(stored?.title == "mine" && stored?.likes == 5)
            try await bench.sendAll()
            _ = try await bench.repositories[Post.self].fetch(Post.all, .remote)
            try await expectAsync(try await bench.stored(post.objectID)?.title == "mine")
        },
        promise("Held writes are protected until they are discarded") { ground in
            let bench = try await ground.client(.local)
            let served = Post("served").snapshot
            bench.server.put(served)
            let posts = bench.repositories[Post.self]
            _ = try await posts.fetch()
            try await bench.change(served.objectID) { $0.title = "mine" }
            _ = try await posts.fetch(Post.all, .remote)
            try await expectAsync(try await bench.stored(served.objectID)?.title == "mine")
            try await bench.repositories.outbox.discard([served.objectID])
            _ = try await posts.fetch(Post.all, .remote)
            try await expectAsync(try await bench.stored(served.objectID)?.title == "served")
        },
        promise("A rule merges both sides and the server gets the result") { ground in
            let bench = try await ground.client()
            let post = try await bench.save("one")
            try await bench.sendAll()
            try await bench.change(post.objectID) { $0.likes += 2 }
            bench.server.set { $0.posts[post.objectID.key.objectKey]?.likes = 5 }
            // The base moves on, so that the second answer adds nothing.
            for _ in 0..<2 { _ = try await bench.repositories[Post.self].fetch(Post.all, .remote) }
            try await expectAsync(try await bench.stored(post.objectID)?.likes == 7)
            try await bench.sendAll()
            try expect(bench.server.state.withLock { $0.posts[post.objectID.key.objectKey]?.likes } == 7)
            try await expectAsync(try await bench.stored(post.objectID)?.likes == 7)
        },
        promise("Among many rows, what is new is taken and what was not sent stays") { ground in
            let bench = try await ground.client()
            let served = (0..<600).map { Post("post \($0)").snapshot }
            for post in served { bench.server.put(post) }
            let posts = bench.repositories[Post.self]
            try await expectAsync(try await posts.fetch(Post.all, .remote).count == 600)
            let (mine, theirs) = (served[1].objectID, served[2].objectID)
            try await bench.change(mine) { $0.title = "mine" }
            bench.server.set { $0.posts[mine.key.objectKey]?.title = "theirs" }
            bench.server.set { $0.posts[mine.key.objectKey]?.likes = 5 }
            bench.server.set { $0.posts[theirs.key.objectKey]?.title = "theirs" }
            bench.server.put(Post("new").snapshot)
            try await expectAsync(try await posts.fetch(Post.all, .remote).count == 601)
            let stored = try await bench.stored(mine)
            try expect(stored?.title == "mine" && stored?.likes == 5)
            try await expectAsync(try await bench.stored(theirs)?.title == "theirs")
            try await expectAsync(try await bench.stored(served[3].objectID)?.title == "post 3")
        },
        promise("What was deleted here does not come back") { ground in
            let bench = try await ground.client()
            let post = try await bench.save("one")
            try await bench.sendAll()
            try await bench.stack.perform { context in
                try context.delete(try required(try context.object(post.objectID)))
                try context.save()
            }
            _ = try await bench.repositories[Post.self].fetch(Post.all, .remote)
            try await expectAsync(try await bench.stored(post.objectID) == nil)
        },
        promise("Ignored properties stay") { ground in
            let bench = try await ground.client()
            let served = Post("served").snapshot
            bench.server.put(served)
            let posts = bench.repositories[Post.self]
            _ = try await posts.fetch()
            try await bench.change(served.objectID) { $0.note = "mine" }
            bench.server.set { $0.posts[served.objectID.key.objectKey]?.title = "other" }
            _ = try await posts.fetch(Post.all, .remote)
            let stored = try await bench.stored(served.objectID)
            try expect(stored?.note == "mine" && stored?.title == "other")
        },
        promise("A late answer does not take a settled write back") { ground in
            let gate = TaskGate()
            let server = ScriptedServer(beforeAnswer: { await gate.wait() })
            let bench = try await ground.client(server: server)
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
            try await expectAsync(try await request.value == 1)
            try await expectAsync(try await bench.stored(old.objectID)?.title == "new")
        },
        promise("A late answer leaves the base of a later write") { ground in
            let gate = TaskGate()
            let server = ScriptedServer(beforeAnswer: { await gate.wait() })
            let bench = try await ground.client(server: server)
            let post = try await bench.save("first")
            try await bench.sendAll()
            let posts = bench.repositories[Post.self]
            let request = Task { try await posts.fetch(Post.all, .remote).count }
            while server.requests == 0 { await Task.yield() }
            try await bench.change(post.objectID) { $0.title = "settled" }
            try await bench.sendAll()
            try await bench.change(post.objectID) { $0.title = "unsent" }
            gate.open()
            try await expectAsync(try await request.value == 1)
            // The server holds the settled title now, which is no change of its own.
            for _ in 0..<2 { _ = try await posts.fetch(Post.all, .remote) }
            try await expectAsync(try await bench.stored(post.objectID)?.title == "unsent")
        },
        promise("The rows of an accepted write are taken over") { ground in
            let bench = try await ground.client()
            bench.server.set { $0.returnsRows = true }
            let post = try await bench.save("one")
            try await bench.sendAll()
            bench.server.set { $0.posts[post.objectID.key.objectKey]?.likes = 9 }
            try await bench.change(post.objectID) { $0.title = "two" }
            try await bench.sendAll()
            let stored = try await bench.stored(post.objectID)
            try expect(stored?.title == "two" && stored?.likes == 9)
        },
        // Without numbers of saves, what another process saves and settles during the request is not known.
        promise(
            "A late answer does not take back what another process has settled",
            needs: [.severalProcesses, .orderedSaves]
        ) { ground in
            for isSavedBefore in [true, false] {
                try await ground.apart { ground in
                    let gate = TaskGate()
                    let server = ScriptedServer(beforeAnswer: { await gate.wait() })
                    let stacks = try (0..<2).map { _ in
                        try ground.stack(try syncedSchema())
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
                    try await expectAsync(try await sending.outbox.delivery(of: old.objectID) == .settled)
                    gate.open()
                    try await expectAsync(try await request.value == ["new"])
                    run.cancel()
                    try await run.value
                    // A later request takes what the server has then.
                    server.set { $0.posts[old.objectID.key.objectKey]?.title = "newest" }
                    try await expectAsync(
                        try await asking[Post.self].fetch(Post.all, .remote).map(\.title) == ["newest"])
                }
            }
        },
        promise("What is served while a write is on its way is asked for again once that is settled") {
            ground in
            for isTold in [false, true] {
                try await ground.apart { ground in
                    let client = try await ground.client()
                    let id = try await sentWithoutAnswer(client) { $0.title = "mine" }
                    // Others change it after the write, which is not carried out twice.
                    client.server.set { state in
                        state.posts[id.key.objectKey]?.title = "theirs"
                        state.changes = { [posts = state.posts] _ in
                            RemoteChanges(RemotePayload(Array(posts.values)), checkpoint: Data([1]))
                        }
                    }
                    if isTold {
                        try await client.repositories.refresh()
                    } else {
                        _ = try await client.repositories[Post.self].fetch(Post.all, .remote)
                    }
                    let posts = client.repositories[Post.self]
                    try await expectAsync(try await client.stored(id)?.title == "mine")
                    try await expectAsync(try await !posts.objects([id], .local).isComplete)
                    let requests = client.server.requests
                    try await client.sendAll()
                    await client.repositories.waitForRequestsBehind()
                    try expect(client.server.requests == requests + 1)
                    try await expectAsync(try await client.stored(id)?.title == "theirs")
                    try await expectAsync(try await posts.objects([id], .local).isComplete)
                }
            }
        },
        promise(
            "A merge rule makes no value of a write that is on its way, and of the same write at the server"
        ) {
            ground in
            let client = try await ground.client()
            let id = try await sentWithoutAnswer(client) { $0.likes += 1 }
            let posts = client.repositories[Post.self]
            try await expectAsync(try await posts.fetch(Post.all, .remote).map(\.likes) == [1])
            client.server.set { $0.posts[id.key.objectKey]?.likes = 3 }
            try await expectAsync(try await posts.fetch(Post.all, .remote).map(\.likes) == [1])
            try await client.sendAll()
            await client.repositories.waitForRequestsBehind()
            try await expectAsync(try await client.stored(id)?.likes == 3)
            try expect(client.remote(id)?.likes == 3 && client.server.carriedOut.count == 2)
        },
        promise("An object that is gone while a write of it is on its way goes once that is settled") {
            ground in
            for isTold in [false, true] {
                try await ground.apart { ground in
                    let client = try await ground.client()
                    let id = try await sentWithoutAnswer(client) { $0.title = "mine" }
                    client.server.remove(id)
                    client.server.set {
                        $0.changes = { _ in
                            var changes = RemoteChanges(RemotePayload(), checkpoint: Data([1]))
                            changes.delete([id])
                            return changes
                        }
                    }
                    if isTold {
                        try await client.repositories.refresh()
                    } else {
                        let posts = client.repositories[Post.self]
                        _ = try await posts.fetch(Post.all, .remote, extra: .replace)
                    }
                    try await expectAsync(try await client.stored(id)?.title == "mine")
                    try await client.sendAll()
                    await client.repositories.waitForRequestsBehind()
                    try await expectAsync(try await client.stored(id) == nil)
                }
            }
        },
        promise(
            "An object that was told to be gone is whole again when it is served, but for what nobody serves"
        ) { ground in
            let client = try await ground.client()
            let id = try await sentWithoutAnswer(client) { $0.title = "mine" }
            client.server.set { state in
                // The note is of this side alone.
                state.servedProperties = ["title", "likes", "author"]
                state.changes = { _ in
                    var changes = RemoteChanges(RemotePayload(), checkpoint: Data([1]))
                    changes.delete([id])
                    return changes
                }
            }
            try await client.repositories.refresh()
            let posts = client.repositories[Post.self]
            try await expectAsync(try await !posts.objects([id], .local).isComplete)
            try await client.sendAll()
            await client.repositories.waitForRequestsBehind()
            let answer = try await posts.objects([id], .local)
            try expect(answer.map(\.title) == ["mine"] && answer.isComplete)
        },
        promise("What could not be asked for again is asked for by the next reader") { ground in
            // A server may repeat its first answer to the write, with the row of that time.
            for returnsRow in [false, true] {
                try await ground.apart { ground in
                    let client = try await ground.client()
                    let id = try await sentWithoutAnswer(client) { $0.title = "mine" }
                    let first = try required(client.remote(id))
                    client.server.set { state in
                        state.posts[id.key.objectKey]?.title = "theirs"
                        if returnsRow { state.answer = { _ in .accepted(RemotePayload([first])) } }
                    }
                    _ = try await client.repositories[Post.self].fetch(Post.all, .remote)
                    client.server.set { $0.status = 500 }
                    try await client.sendAll()
                    await client.repositories.waitForRequestsBehind()
                    client.server.set { $0.status = nil }
                    let posts = client.repositories[Post.self]
                    let here = try await posts.objects([id], .local)
                    try expect(here.map(\.title) == ["mine"] && !here.isComplete)
                    let answer = try await posts.objects([id])
                    try expect(answer.map(\.title) == ["theirs"] && answer.isComplete)
                }
            }
        },
        promise("What was served of an object that is deleted here is wanted when the deletion is undone") {
            ground in
            let client = try await ground.client()
            let id = try await client.save("first").objectID
            try await client.sendAll()
            try await client.delete(id)
            client.server.set { state in
                state.posts[id.key.objectKey]?.title = "theirs"
                state.serve = { [posts = state.posts] request in
                    if request.tag != nil { return .unchanged }
                    var payload = RemotePayload(Array(posts.values))
                    payload.tag = "second"
                    return payload
                }
            }
            let posts = client.repositories[Post.self]
            try await expectAsync(try await posts.fetch(Post.all, .remote).isEmpty)
            try await expectAsync(try await client.repositories.outbox.cancel { _ in true } == 1)
            try await expectAsync(try await posts.fetch(Post.all).map(\.title) == ["theirs"])
        },
        promise("An object that is gone while it is served by another answer goes all the same") { ground in
            let clients = Mutexed<SyncClient?>(nil)
            let post = Post("served").snapshot
            let server = ScriptedServer(beforeAnswer: {
                // Once, in the middle of the request for changes.
                guard let client = clients.value else { return }
                clients.value = nil
                var served = ContextOptions()
                served.writes = .served
                try? await client.stack.perform(served) { context in
                    try context.upsert([Post(id: post.id, "served later").snapshot])
                    try context.save()
                }
            })
            let client = try await ground.client(server: server)
            server.put(post)
            _ = try await client.repositories[Post.self].fetch(Post.all, .remote)
            server.remove(post.objectID)
            server.set {
                $0.changes = { _ in
                    var changes = RemoteChanges(RemotePayload(), checkpoint: Data([1]))
                    changes.delete([post.objectID])
                    return changes
                }
            }
            clients.value = client
            try await client.repositories.refresh()
            await client.repositories.waitForRequestsBehind()
            try await expectAsync(try await client.stored(post.objectID) == nil)
        },
    ]

    /// A post at the server, with a change that it has carried out and whose answer was lost.
    private static func sentWithoutAnswer(
        _ client: SyncClient, _ change: @escaping @Sendable (Post) -> Void
    ) async throws -> ObjectID<Post> {
        let id = try await client.save("first").objectID
        try await client.sendAll()
        client.server.set { $0.losesAnswers = true }
        try await client.change(id, change)
        let server = client.server
        try await client.sending { server.carriedOut.count == 2 }
        client.server.set { $0.losesAnswers = false }
        return id
    }
}
