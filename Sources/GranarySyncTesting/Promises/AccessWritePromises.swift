import FoundationEssentials
import Granary
import GranaryConformance
import GranarySync
import Synchronization

/// Writes, observers and changes, whose access ends before, during or after them.
enum AccessWritePromises: SyncPromiseList {
    static let category = ConformanceCategory.repositories

    static let promises: [ConformancePromise] = [
        promise("Without access nothing is saved or deleted") { ground in
            let (rights, client) = try await client(ground)
            let post = try await client.save("mine")
            rights.set(.none)
            let posts = client.repositories[Post.self]
            for destination in [SaveDestination.declared, .local, .localAndRemote, .remote] {
                try await expectThrows(.accessDenied) {
                    try await posts.save(Post("x").snapshot, destination)
                }
                try await expectThrows(.accessDenied) { try await posts.delete(post.objectID, destination) }
                try await expectThrows(.accessDenied) { try await posts.delete(Post.all, destination) }
            }
            try await expectThrows(.accessDenied) { try await client.repositories.adopt(Post.all) }
            try await expectAsync(try await client.stack.perform { try $0.count(Post.all) } == 1)
        },
        promise("With local access a save waits in the outbox") { ground in
            let (rights, client) = try await client(ground)
            rights.set(.local)
            let posts = client.repositories[Post.self]
            let post = try await posts.save(Post("mine").snapshot)
            try await expectThrows(.accessDenied) { try await posts.save(Post("x").snapshot, .remote) }
            try await expectThrows(.accessDenied) { try await posts.delete(post.objectID, .remote) }
            let outbox = client.repositories.outbox
            try await client.sending { try await outbox.counts().waiting == 1 }
            try expect(client.server.arrived.isEmpty)
            rights.set(.all)
            try await client.sendAll()
            try expect(client.server.arrived.count == 1)
        },
        promise("What a server has accepted is stored, though the caller's right has ended") { ground in
            let (rights, client) = try await client(ground)
            let author = Author("theirs").snapshot
            client.server.set {
                $0.answer = { _ in .accepted(RemotePayload([author])) }
                $0.afterWrites = { rights.set(.none) }
            }
            let posts = client.repositories[Post.self]
            let post = Post("mine").snapshot
            try await expectThrows(.accessDenied) { try await posts.save(post, .remote) }
            rights.set(.all)
            try await expectAsync(try await posts.fetch(Post.all, .local).map(\.title) == ["mine"])
            try await expectAsync(
                try await client.repositories[Author.self].fetch(Author.all, .local).isEmpty)
            client.server.set { $0.afterWrites = { rights.set(.none) } }
            try await expectThrows(.accessDenied) { try await posts.delete(post.objectID, .remote) }
            rights.set(.all)
            try await expectAsync(try await posts.fetch(Post.all, .local).isEmpty)
        },
        promise("Of a batch, what was accepted is stored though the credentials were not for the rest") {
            ground in
            let rights = Rights()
            let server = ScriptedServer(batches: 2)
            let client = try await ground.client(
                try syncedSchema(.localAndRemote), server: server, access: rights.policy)
            server.set { state in
                state.answer = { $0.values["title"] == .text("two") ? .unauthorized("expired") : nil }
                state.whileRenewing = { rights.set(.none) }
            }
            let posts = client.repositories[Post.self]
            let both = [Post("one").snapshot, Post("two").snapshot]
            try await expectThrows(.accessDenied) { try await posts.save(both, .remote) }
            rights.set(.all)
            try await expectAsync(try await posts.fetch(Post.all, .local).map(\.title) == ["one"])
            try expect(server.arrived.count == 2)
        },
        promise("A right that ends while credentials are renewed has nothing sent again") { ground in
            let (rights, client) = try await client(ground)
            client.server.set { state in
                state.answer = { _ in .unauthorized("expired") }
                state.whileRenewing = { rights.set(.local) }
            }
            let posts = client.repositories[Post.self]
            try await expectThrows(.accessDenied) { try await posts.save(Post("one").snapshot, .remote) }
            try expect(client.server.arrived.count == 1)
            try await expectAsync(try await posts.fetch(Post.all, .local).isEmpty)
            rights.set(.all)
            _ = try await client.save("two")
            let server = client.server
            try await client.sending { server.arrived.count == 2 && rights.access == .local }
            try expect(client.server.arrived.count == 2 && client.server.carriedOut.isEmpty)
            rights.set(.all)
            client.server.set { $0.answer = nil }
            try await client.sendAll()
            try expect(client.server.arrived.count == 3 && client.server.carriedOut.count == 1)
            try expect(Set(client.server.arrived.map(\.id)).count == 2)
        },
        promise("Writes of a model that is not allowed wait, and strangers leave") { ground in
            let (rights, client) = try await client(ground)
            rights.set(.local, of: "Author")
            try await client.stack.perform { context in
                let author = Author("mine")
                try context.insert(author)
                try context.insert(Post("alone"))
                try context.insert(Post("on it", author: author))
                try context.save()
            }
            let outbox = client.repositories.outbox
            try await client.sending { try await outbox.counts().waiting == 2 }
            try expect(client.server.arrived.map { $0.values["title"] } == [.text("alone")])
            rights.set(.all, of: "Author")
            try await client.sendAll()
            try expect(client.server.carriedOut.map(\.model) == ["Post", "Author", "Post"])
        },
        promise("The sender goes on when the access has changed") { ground in
            let (rights, client) = try await client(ground)
            rights.set(.none)
            _ = try await client.save("mine")
            let (repositories, server) = (client.repositories, client.server)
            let before = rights.asked
            let isBack = Mutexed(false)
            try await client.sending {
                if rights.asked > before, !isBack.value {
                    isBack.value = true
                    rights.set(.all)
                    repositories.accessHasChanged()
                }
                return server.carriedOut.count == 1
            }
        },
        promise("A right that ends while writes are marked keeps them here") { ground in
            let server = ScriptedServer()
            let asked = Mutexed(0)
            // The first question of the sender is answered by yes, all others by no.
            let policy = AccessPolicy { model in
                if model != "Post" { return .all }
                asked.value += 1
                return asked.value == 1 ? .all : .none
            }
            let client = try await ground.client(
                try syncedSchema(.localAndRemote), server: server, access: policy)
            _ = try await client.save("mine")
            try await client.sending { asked.value >= 3 }
            try expect(server.arrived.isEmpty)
            try await expectAsync(try await client.repositories.outbox.counts().waiting == 1)
        },
        promise("Everything is sent but what is withheld") { ground in
            let (rights, client) = try await client(ground)
            rights.set(.local, of: "Author")
            try await client.stack.perform { context in
                try context.insert(Author("mine"))
                try context.insert(Post("mine"))
                try context.save()
            }
            let (repositories, server) = (client.repositories, client.server)
            let isFlushed = Mutexed(false)
            try await client.sending {
                if !isFlushed.value {
                    do { try await repositories.outbox.flush() } catch let error as GranaryError
                        where error.code == .invalidObject
                    { return false }
                    isFlushed.value = true
                }
                return true
            }
            try expect(server.carriedOut.map(\.model) == ["Post"])
        },
        promise("A command about a model that is not allowed waits") { ground in
            let (rights, client) = try await client(ground)
            let post = try await client.save("mine")
            try await client.sendAll()
            rights.set(.local, of: "Post")
            try await client.stack.perform { context in
                try context.enqueue(RemoteCommand("like", about: [.init(post.objectID)]))
                try context.insert(Author("a stranger"))
                try context.save()
            }
            let outbox = client.repositories.outbox
            try await client.sending { try await outbox.counts().waiting == 1 }
            try expect(client.server.arrived.map(\.model) == ["Post", "Author"])
            rights.set(.all, of: "Post")
            try await client.sendAll()
            try expect(client.server.arrived.count == 3)
        },
        promise("The answer to a write brings no rows that are not allowed") { ground in
            let (rights, client) = try await client(ground)
            let (mine, author) = (try await client.save("mine"), Author("theirs").snapshot)
            client.server.set {
                $0.answer = { _ in
                    var rows = RemotePayload([author])
                    var post = mine
                    post.likes = 7
                    rows.add([post])
                    return .accepted(rows)
                }
                $0.afterWrites = { rights.set(.none) }
            }
            let outbox = client.repositories.outbox
            try await client.sending { try await outbox.counts().waiting == 0 }
            rights.set(.all)
            try await expectAsync(
                try await client.repositories[Author.self].fetch(Author.all, .local).isEmpty)
            try await expectAsync(try await client.stored(mine.objectID)?.likes == 7)
        },
        promise("Changes of a source need access to all its models") { ground in
            let (rights, client) = try await client(ground)
            let post = Post("served").snapshot
            client.server.set {
                $0.changes = { _ in RemoteChanges(RemotePayload([post]), checkpoint: Data([1])) }
            }
            rights.set(.local, of: "Author")
            try await expectThrows(.accessDenied) { try await client.repositories.refresh() }
            try await expectThrows(.accessDenied) { try await client.repositories.refresh(Post.self) }
            try expect(client.server.state.withLock { $0.checkpoints.isEmpty })
            rights.set(.all, of: "Author")
            try await client.repositories.refresh()
            try await expectAsync(try await client.stored(post.objectID) != nil)
        },
        promise("Changes that come after the right is gone are asked for again") { ground in
            let rights = Rights()
            let server = ScriptedServer(beforeAnswer: { rights.set(.none) })
            let client = try await ground.client(
                try syncedSchema(.localAndRemote), server: server, access: rights.policy)
            let post = Post("served").snapshot
            server.set { $0.changes = { _ in RemoteChanges(RemotePayload([post]), checkpoint: Data([1])) } }
            try await expectThrows(.accessDenied) { try await client.repositories.refresh() }
            try await expectAsync(try await client.stored(post.objectID) == nil)
            rights.set(.all)
            try await expectThrows(.accessDenied) { try await client.repositories.refresh() }
            try expect(server.state.withLock { $0.checkpoints == [nil, nil] })
        },
        promise("An observer has nothing while nothing is allowed") { ground in
            let (rights, client) = try await client(ground)
            _ = try await client.save("mine")
            var reader = client.repositories[Post.self].observe(Post.all, .local).makeAsyncIterator()
            try await expectAsync(try await reader.next()?.map(\.title) == ["mine"])
            rights.set(.none)
            client.repositories.accessHasChanged()
            let denied = try required(try await reader.next())
            try expect(denied.isEmpty && denied.answer.remoteError?.code == .accessDenied)
            try expect(!denied.answer.isComplete && denied.changes.count == 1)
            _ = try await client.save("second")
            rights.set(.all)
            client.repositories.accessHasChanged()
            try await expectAsync(try await reader.next()?.count == 2)
        },
        promise("An observer without a right asks once it is there") { ground in
            let (rights, client) = try await client(ground)
            client.server.put(Post("served").snapshot)
            rights.set(.none)
            for policy in [ReadPolicy.localOrRemote, .remote, .remoteOrLocal] {
                rights.set(.none)
                let requests = client.server.requests
                var reader = client.repositories[Post.self].observe(Post.all, policy).makeAsyncIterator()
                let denied = try await read(&reader) { $0.answer.remoteError != nil }
                try expect(denied.isEmpty && denied.answer.remoteError?.code == .accessDenied)
                try expect(client.server.requests == requests)
                rights.set(.all)
                client.repositories.accessHasChanged()
                let served = try await read(&reader) { !$0.isEmpty && !$0.isRefreshing }
                try expect(served.map(\.title) == ["served"] && served.answer.remoteError == nil)
            }
        },
        promise("An observer with local access follows the store alone") { ground in
            let (rights, client) = try await client(ground)
            rights.set(.local)
            var reader = client.repositories[Post.self].observe().makeAsyncIterator()
            _ = try await read(&reader) { $0.answer.remoteError?.code == .accessDenied }
            _ = try await client.save("mine")
            try await expectAsync(try await read(&reader) { $0.count == 1 }.map(\.title) == ["mine"])
            try expect(client.server.requests == 0)
        },
        promise("An observer whose store has everything needs no right to the server") { ground in
            let (rights, client) = try await client(ground)
            let posts = client.repositories[Post.self]
            _ = try await posts.fetch(Post.all, .remote)
            rights.set(.local)
            var reader = posts.observe().makeAsyncIterator()
            // The observer asks behind its elements.
            for count in 1...20 {
                _ = try await client.save("mine")
                let state = try await read(&reader) { $0.answer.remoteError != nil || $0.count == count }
                try expect(state.answer.remoteError == nil && state.answer.isComplete)
            }
            try expect(client.server.requests == 1)
        },
        promise("An observer that waits for a right sees that the store has everything") { ground in
            let (_, client) = try await client(ground)
            let posts = client.repositories[Post.self]
            var reader = posts.allowed(by: Rights(.local).policy).observe().makeAsyncIterator()
            _ = try await read(&reader) { $0.answer.remoteError?.code == .accessDenied }
            _ = try await posts.fetch(Post.all, .remote)
            let state = try await read(&reader) { $0.answer.remoteError == nil }
            try expect(state.answer.isComplete && client.server.requests == 1)
        },
        promise("An observer that waits for a right reads the store once after each save") { ground in
            let (_, client) = try await client(ground)
            let post = try await client.save("0")
            let judged = Counter()
            let contract = Contract().requiring(Post.self) { _, _ in
                judged.add()
                return true
            }
            let posts = client.repositories[Post.self].allowed(by: Rights(.local).policy).requiring(contract)
            var reader = posts.observe().makeAsyncIterator()
            _ = try await read(&reader) { $0.answer.remoteError?.code == .accessDenied }
            let before = judged.value
            for number in 1...10 {
                try await client.change(post.objectID) { $0.title = "\(number)" }
                try await expectAsync(try await reader.next()?.map(\.title) == ["\(number)"])
            }
            try expect(judged.value == before + 10, "\(judged.value - before)")
        },
        promise("An observer whose right was gone for a moment asks again") { ground in
            let (denials, answers) = (Mutexed(0), Counter())
            let server = ScriptedServer(beforeAnswer: {
                answers.add()
                if answers.value == 1 { denials.value = 1 }
            })
            server.put(Post("served").snapshot)
            let access = AccessPolicy { _ in
                if denials.value == 0 { return .all }
                denials.value = 0
                return .none
            }
            let client = try await ground.client(
                try syncedSchema(.localAndRemote), server: server, access: access)
            // With this policy nobody but the request asks for the right.
            var reader = client.repositories[Post.self].observe(Post.all, .remote).makeAsyncIterator()
            try await expectAsync(try await reader.next()?.map(\.title) == ["served"])
            try expect(server.requests == 2)
        },
        promise("Observers have policies of their own") { ground in
            let (_, client) = try await client(ground)
            _ = try await client.save("mine")
            let (mine, theirs) = (Rights(), Rights())
            let posts = client.repositories[Post.self]
            var first = posts.allowed(by: mine.policy).observe(Post.all, .local).makeAsyncIterator()
            var second = posts.allowed(by: theirs.policy).observe(Post.all, .local).makeAsyncIterator()
            _ = (try await first.next(), try await second.next())
            theirs.set(.none)
            client.repositories.accessHasChanged()
            try await expectAsync(try await second.next()?.isEmpty == true)
            _ = try await client.save("second")
            try await expectAsync(try await first.next()?.count == 2)
        },
    ]

    private static func client(_ ground: SyncGround) async throws -> (Rights, SyncClient) {
        let rights = Rights()
        let client = try await ground.client(try syncedSchema(.localAndRemote), access: rights.policy)
        return (rights, client)
    }

    /// Reads until a state is as wanted.
    private static func read(
        _ reader: inout ObservedAnswers<Post>.Iterator, until isWanted: (ObservedAnswer<Post>) -> Bool
    ) async throws -> ObservedAnswer<Post> {
        while let state = try await reader.next() { if isWanted(state) { return state } }
        throw ConformanceFailure(.broken, "an observer has ended")
    }
}
