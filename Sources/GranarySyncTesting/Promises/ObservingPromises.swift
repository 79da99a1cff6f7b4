import FoundationEssentials
import Granary
import GranaryConformance
import GranarySync
import Synchronization

/// Answers that are followed.
enum ObservingPromises: SyncPromiseList {
    static let category = ConformanceCategory.repositories

    static let promises: [ConformancePromise] = [
        promise("An observer begins on an empty store and follows") { ground in
            let gate = TaskGate()
            let bench = try await ground.client(server: ScriptedServer(beforeFetch: { await gate.wait() }))
            bench.server.put(Post("b").snapshot)
            let posts = bench.repositories[Post.self]
            var reader = posts.observe(Post.all.sorted { $0.title.ascending }).makeAsyncIterator()
            let first = try required(try await reader.next())
            try expect(first.isFirst && first.isEmpty && !first.answer.isComplete && first.age == nil)
            gate.open()
            let served = try await read(&reader) { !$0.isEmpty }
            try expect(served.map(\.title) == ["b"] && served.answer.isComplete)
            try expect(served.changes == [.insert(at: 0, served[0])] && served.age != nil)
            // The request is over a moment after its rows are stored.
            if served.isRefreshing {
                try await expectAsync(try await read(&reader) { !$0.isRefreshing }.answer.origin == .remote)
            }
            _ = try await bench.save("a")
            let saved = try await read(&reader) { $0.count == 2 }
            try expect(saved.map(\.title) == ["a", "b"])
            try expect(saved.changes == [.insert(at: 0, saved[0])])
            try expect(bench.server.requests == 1)
        },
        promise("An observer never asks more than its policy") { ground in
            let bench = try await ground.client()
            let posts = bench.repositories[Post.self]
            var local = posts.observe(Post.all, .local).makeAsyncIterator()
            try await expectAsync(try await local.next()?.isEmpty == true)
            _ = try await bench.save("a")
            try await expectAsync(try await read(&local) { $0.count == 1 }.answer.origin == .local)
            try expect(bench.server.requests == 0)
            _ = try await posts.fetch(Post.all, .remote)
            var enough = posts.observe().makeAsyncIterator()
            try await expectAsync(try await enough.next()?.answer.isComplete == true)
            _ = try await bench.save("b")
            _ = try await read(&enough) { $0.count == 2 }
            try expect(bench.server.requests == 1)
        },
        promise("An observer goes on when the connection is back") { ground in
            let bench = try await ground.client()
            bench.server.put(Post("served").snapshot)
            bench.server.set { $0.isOffline = true }
            var reader = bench.repositories[Post.self].observe().makeAsyncIterator()
            let offline = try await read(&reader) { $0.answer.remoteError != nil }
            try expect(offline.isEmpty && offline.answer.remoteError?.code == .unavailable)
            _ = try await bench.save("mine")
            try await expectAsync(try await read(&reader) { $0.count == 1 }.answer.remoteError != nil)
            try expect(bench.server.requests == 1)
            bench.server.set { $0.isOffline = false }
            bench.repositories.networkIsBack()
            let served = try await read(&reader) { $0.count == 2 && !$0.isRefreshing }
            try expect(served.answer.remoteError == nil && served.answer.isComplete)
        },
        promise("An error of the server ends no observation") { ground in
            let bench = try await ground.client()
            bench.server.set { $0.error = GranaryError(.io, "It is broken.") }
            var reader = bench.repositories[Post.self].observe().makeAsyncIterator()
            try await expectAsync(
                try await read(&reader) { $0.answer.remoteError != nil }.answer.remoteError?.code == .io)
            _ = try await bench.save("mine")
            try await expectAsync(try await read(&reader) { $0.count == 1 }.map(\.title) == ["mine"])
        },
        promise("A refusal by the server is told to an observer, and not asked for again") { ground in
            let bench = try await ground.client()
            bench.server.set { $0.error = GranaryError(.accessDenied, "The server does not allow it.") }
            let posts = bench.repositories[Post.self]
            var reader = posts.observe().makeAsyncIterator()
            let refused = try await read(&reader) { $0.answer.remoteError != nil }
            try expect(refused.answer.remoteError?.code == .accessDenied && !refused.isRefreshing)
            _ = try await bench.save("mine")
            try await expectAsync(try await read(&reader) { $0.count == 1 }.answer.remoteError != nil)
            try expect(bench.server.requests == 1)
            var other = posts.observe(Post.all, .remote).makeAsyncIterator()
            try await expectThrows(.accessDenied) { _ = try await other.next() }
            try expect(bench.server.requests == 2)
        },
        promise("An observer with the policy remote waits for the server") { ground in
            let bench = try await ground.client()
            _ = try await bench.save("mine")
            bench.server.put(Post("theirs").snapshot)
            var reader = bench.repositories[Post.self].observe(Post.all, .remote).makeAsyncIterator()
            try await expectAsync(try await reader.next()?.count == 2)
            bench.server.set { $0.isOffline = true }
            var other = bench.repositories[Post.self].observe(Post.all, .remote).makeAsyncIterator()
            do {
                _ = try await other.next()
                throw ConformanceFailure(.broken, "nothing was thrown")
            } catch let error as GranaryError { try expect(error.code == .unavailable) }
            bench.server.set { $0.isOffline = false }
            bench.repositories.networkIsBack()
            try await expectAsync(try await other.next()?.answer.origin == .remote)
        },
        promise("An observer with the policy remoteOrLocal begins offline") { ground in
            let bench = try await ground.client()
            _ = try await bench.save("mine")
            bench.server.set { $0.isOffline = true }
            var reader = bench.repositories[Post.self].observe(Post.all, .remoteOrLocal).makeAsyncIterator()
            let first = try required(try await reader.next())
            try expect(first.count == 1 && first.answer.remoteError?.code == .unavailable)
        },
        promise("Named queries are followed in the server's order") { ground in
            let bench = try await ground.client()
            let served = Mutex(["b", "a"].map { Post($0).snapshot })
            bench.server.set {
                $0.serve = { request in
                    request.name == nil ? nil : RemotePayload(served.withLock { $0 })
                }
            }
            let posts = bench.repositories[Post.self]
            var reader = posts.observe(.named("discover")).makeAsyncIterator()
            // Until the request is over, an equal one would share it.
            let first = try await read(&reader) { !$0.isEmpty && !$0.isRefreshing }
            try expect(first.map(\.title) == ["b", "a"])
            let new = Post("c").snapshot
            served.withLock { $0 = [new] + $0.reversed() }
            _ = try await posts.fetch(.named("discover"), .remote)
            let second = try await read(&reader) { $0.count == 3 }
            try expect(second.map(\.title) == ["c", "a", "b"])
            try await posts.delete(new.objectID)
            try await expectAsync(try await read(&reader) { $0.count == 2 }.changes == [.delete(at: 0, new)])
        },
        promise("An observer follows a model that is not synced too") { ground in
            let bench = try await ground.client()
            var reader = bench.repositories[Draft.self].observe().makeAsyncIterator()
            try await expectAsync(try await reader.next()?.answer.isComplete == true)
            try await bench.repositories[Draft.self].save(Draft("text").snapshot)
            try await expectAsync(try await read(&reader) { $0.count == 1 }.answer.remoteError == nil)
        },
        promise("An observer ends with its task") { ground in
            let bench = try await ground.client()
            let posts = bench.repositories[Post.self]
            let first = TaskGate()
            let task = Task {
                var count = 0
                for try await _ in posts.observe(Post.all, .local) {
                    count += 1
                    first.open()
                }
                return count
            }
            await first.wait()
            task.cancel()
            try await expectAsync(try await task.value == 1)
        },
    ]

    /// Reads until an element meets a condition.
    private static func read<M: Model>(
        _ reader: inout ObservedAnswers<M>.Iterator, until condition: (ObservedAnswer<M>) -> Bool
    ) async throws -> ObservedAnswer<M> {
        while let element = try await reader.next() { if condition(element) { return element } }
        throw GranaryError(.cancelled, "It has ended.")
    }
}
