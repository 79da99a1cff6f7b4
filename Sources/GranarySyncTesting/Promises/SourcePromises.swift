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
            let (_, repositories) = try await repositories(ground, ["": posts, "authors": authors])
            _ = try await repositories[Author.self].fetch()
            try expect(authors.requests == 1 && posts.requests == 0)
            try await repositories[Author.self].save(Author("Ann").snapshot)
            try await repositories[Post.self].save([Post("one").snapshot, Post("two").snapshot])
            let task = Task { try await repositories.run() }
            while try await !repositories.outbox.counts().isEmpty {
                try await Task.sleep(for: .milliseconds(1))
            }
            task.cancel()
            try await task.value
            try expect(authors.carriedOut.map(\.model) == ["Author"])
            try expect(posts.carriedOut.map(\.model) == ["Post", "Post"])
        },
        promise("One that is gone is as without a connection") { ground in
            let (posts, authors) = (ScriptedServer(), ScriptedServer())
            let (stack, repositories) = try await repositories(ground, ["": posts])
            let found = try await repositories[Author.self].fetch()
            try expect(found.isEmpty && found.remoteError?.code == .unavailable)
            try await expectAsync(try await repositories[Post.self].fetch().remoteError == nil)
            try await repositories[Author.self].save(Author("Ann").snapshot)
            try await repositories[Post.self].save(Post("one").snapshot)
            var errors = stack.errors.makeAsyncIterator()
            let task = Task { try await repositories.run() }
            // The other one's writes are sent all the same, and it says so.
            try await expectAsync(await errors.next()?.error.message.contains("authors") == true)
            while try await repositories.outbox.counts().waiting > 1 {
                try await Task.sleep(for: .milliseconds(1))
            }
            try expect(posts.carriedOut.count == 1)
            repositories.use(authors, named: "authors")
            while try await !repositories.outbox.counts().isEmpty {
                try await Task.sleep(for: .milliseconds(1))
            }
            task.cancel()
            try await task.value
            try expect(authors.carriedOut.count == 1)
            try await expectAsync(
                try await repositories[Author.self].fetch(Author.all, .remote).origin == .remote)
        },
        promise("Another one takes the place") { ground in
            let (posts, authors) = (ScriptedServer(), ScriptedServer())
            let (_, repositories) = try await repositories(ground, ["": posts, "authors": authors])
            posts.set { $0.isOffline = true }
            try await expectAsync(try await repositories[Post.self].fetch().remoteError != nil)
            let next = ScriptedServer()
            next.put(Post("theirs").snapshot)
            repositories.use(next)
            try await expectAsync(try await repositories[Post.self].fetch().map(\.title) == ["theirs"])
        },
        promise("Whoever waits for a source goes on with the one in its place") { ground in
            let (posts, authors) = (ScriptedServer(), ScriptedServer())
            let (_, repositories) = try await repositories(ground, ["": posts, "authors": authors])
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
            let (posts, authors) = (ScriptedServer(), ScriptedServer())
            let bench = try await ground.client()
            bench.server.set { $0.error = GranaryError(.unsupported, "The server cannot sort.") }
            do {
                _ = try await bench.repositories[Post.self].fetch()
                throw ConformanceFailure(.broken, "nothing was thrown")
            } catch let error as GranaryError { try expect(error.code == .unsupported) }
        },
    ]

    private static func repositories(_ ground: SyncGround, _ sources: [String: any RemoteSource]) async throws
        -> (
            PersistentStack, Repositories
        )
    {
        let schema = try Schema("Blog", models: [Author.self, Post.self]).syncing {
            Synced(Author.self, writes: .localAndRemote, source: "authors")
            Synced(Post.self, writes: .localAndRemote)
        }
        let stack = try ground.stack(schema)
        let repositories = try await Repositories(stack, sources: sources)
        return (stack, repositories)
    }
}
