import FoundationEssentials
import Granary
import GranaryConformance
import GranarySync

/// Several servers, each for some models, exchanged while the program runs.
enum SourcePromises: SyncPromiseList {
    static let category = ConformanceCategory.repositories

    static let promises: [ConformancePromise] = [
        promise("Each model has its source") { ground in
            let (posts, authors) = (ScriptedServer(), ScriptedServer())
            let client = try await ground.client(posts: posts, authors: authors)
            let repositories = client.repositories
            _ = try await repositories[Author.self].fetch()
            try expect(authors.requests == 1 && posts.requests == 0)
            try await repositories[Author.self].save(Author("Ann").snapshot)
            try await repositories[Post.self].save([Post("one").snapshot, Post("two").snapshot])
            try await client.sendAll()
            try expect(authors.carriedOut.map(\.model) == ["Author"])
            try expect(posts.carriedOut.map(\.model) == ["Post", "Post"])
        },
        promise("One that is gone is as without a connection") { ground in
            let (posts, authors) = (ScriptedServer(), ScriptedServer())
            let client = try await ground.client(posts: posts)
            let repositories = client.repositories
            let found = try await repositories[Author.self].fetch()
            try expect(found.isEmpty && found.remoteError?.code == .unavailable)
            try await expectAsync(try await repositories[Post.self].fetch().remoteError == nil)
            let author = try await repositories[Author.self].save(Author("Ann").snapshot)
            let post = try await repositories[Post.self].save(Post("one").snapshot)
            let reported = client.firstSendingError()
            let task = Task { try await repositories.run() }
            // The other one's writes are sent all the same, and it says so.
            try await expectAsync(await reported.value?.message.contains("authors") == true)
            let outbox = repositories.outbox
            try await expectAsync(try await outbox.delivery(of: post.objectID) == .settled)
            try await expectAsync(try await outbox.state(of: author.objectID) == .waiting)
            try expect(posts.carriedOut.count == 1)
            repositories.use(authors, named: "authors")
            try await expectAsync(try await outbox.delivery(of: author.objectID) == .settled)
            task.cancel()
            try await task.value
            try expect(authors.carriedOut.count == 1)
            try await expectAsync(
                try await repositories[Author.self].fetch(Author.all, .remote).origin == .remote)
        },
        promise("Another one takes the place") { ground in
            let (posts, authors) = (ScriptedServer(), ScriptedServer())
            let repositories = try await ground.client(posts: posts, authors: authors).repositories
            posts.set { $0.isOffline = true }
            try await expectAsync(try await repositories[Post.self].fetch().remoteError != nil)
            let next = ScriptedServer()
            next.put(Post("theirs").snapshot)
            repositories.use(next)
            try await expectAsync(try await repositories[Post.self].fetch().map(\.title) == ["theirs"])
        },
        promise("Whoever waits for a source goes on with the one in its place") { ground in
            let (posts, authors) = (ScriptedServer(), ScriptedServer())
            let repositories = try await ground.client(posts: posts, authors: authors).repositories
            posts.set { $0.isOffline = true }
            var reader = repositories[Post.self].observe().makeAsyncIterator()
            while let element = try await reader.next(), element.answer.remoteError == nil {}
            let next = ScriptedServer()
            next.put(Post("theirs").snapshot)
            repositories.use(next)
            while let element = try await reader.next(), element.map(\.title) != ["theirs"] {}
            try expect(next.requests == 1)
        },
        promise("A source may not be able to ask") { ground in
            let bench = try await ground.client()
            bench.server.set { $0.error = GranaryError(.unsupported, "The server cannot sort.") }
            try await expectThrows(.unsupported) { _ = try await bench.repositories[Post.self].fetch() }
        },
    ]
}
