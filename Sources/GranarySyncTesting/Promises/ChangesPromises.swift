import FoundationEssentials
import Granary
import GranaryConformance
import GranarySync
import Synchronization

/// Taking over what has changed at a server, page by page.
enum ChangesPromises: SyncPromiseList {
    static let category = ConformanceCategory.repositories

    static let promises: [ConformancePromise] = [
        promise("Pages follow from the checkpoint") { ground in
            let bench = try await ground.client()
            let pages = [
                page([Post("a").snapshot, Post("b").snapshot], 1, more: true), page([Post("c").snapshot], 2),
            ]
            let none = page([], 3)
            bench.server.set {
                $0.changes = {
                    pages.indices.contains(Int($0?.first ?? 0)) ? pages[Int($0?.first ?? 0)] : none
                }
            }
            try await bench.repositories.refresh()
            try await expectAsync(try await titles(bench) == ["a", "b", "c"])
            try await bench.repositories.refresh(Post.self)
            try expect(bench.server.state.withLock { $0.checkpoints } == [nil, Data([1]), Data([2])])
        },
        promise("A page that fails is asked for again") { ground in
            let bench = try await ground.client()
            let first = page([Post("a").snapshot], 1, more: true)
            bench.server.set {
                $0.changes = { if $0 == nil { first } else { throw GranaryError(.io, "It is cut.") } }
            }
            try await expectThrows { try await bench.repositories.refresh() }
            try await expectAsync(try await titles(bench) == ["a"])
            let last = page([Post("b").snapshot], 2)
            bench.server.set { $0.changes = { _ in last } }
            try await bench.repositories.refresh()
            try expect(bench.server.state.withLock { $0.checkpoints } == [nil, Data([1]), Data([1])])
            try await expectAsync(try await titles(bench) == ["a", "b"])
        },
        promise("An expired checkpoint begins anew and unsent stays") { ground in
            let bench = try await ground.client()
            let post = Post("theirs").snapshot
            let first = page([post], 1)
            bench.server.set { $0.changes = { _ in first } }
            try await bench.repositories.refresh()
            try await bench.change(post.objectID) { $0.title = "mine" }
            let again = page([post, Post("b").snapshot], 9)
            bench.server.set { $0.changes = { $0 == nil ? again : .expired } }
            try await bench.repositories.refresh()
            try await expectAsync(try await titles(bench) == ["b", "mine"])
            try expect(bench.server.state.withLock { $0.checkpoints } == [nil, Data([1]), nil])
            try await expectAsync(try await bench.repositories.outbox.counts().waiting == 1)
        },
        promise("A source that always expires is an error") { ground in
            let bench = try await ground.client()
            bench.server.set { $0.changes = { _ in .expired } }
            try await expectThrows { try await bench.repositories.refresh() }
            let pages = [page([], 1, more: true), page([], 2, more: true)]
            bench.server.set { $0.changes = { $0 == Data([1]) ? pages[1] : pages[0] } }
            try await expectThrows { try await bench.repositories.refresh() }
        },
        promise("Deletions among changes are carried out") { ground in
            let bench = try await ground.client()
            let (kept, gone, changed) = (Post("kept").snapshot, Post("gone").snapshot, Post("old").snapshot)
            let first = page([kept, gone, changed], 1)
            bench.server.set { $0.changes = { _ in first } }
            try await bench.repositories.refresh()
            try await bench.change(changed.objectID) { $0.title = "changed" }
            bench.server.set {
                $0.changes = { _ in
                    var changes = RemoteChanges(RemotePayload(), checkpoint: Data([2]))
                    changes.delete([gone.objectID, changed.objectID, ObjectID<Post>(UUID())])
                    return changes
                }
            }
            try await bench.repositories.refresh()
            try await expectAsync(try await titles(bench) == ["changed", "kept"])
            let refusal = try required(try await bench.repositories.outbox.refusals().first)
            try expect(refusal.cause == .gone && refusal.write.key == changed.objectID.key.objectKey)
            try await bench.repositories.outbox.decide(.takeRemote, on: refusal.id)
            try await expectAsync(try await titles(bench) == ["kept"])
        },
        promise("A deletion on both sides is done") { ground in
            let bench = try await ground.client()
            let post = Post("gone").snapshot
            let first = page([post], 1)
            bench.server.set { $0.changes = { _ in first } }
            try await bench.repositories.refresh()
            try await bench.delete(post.objectID)
            bench.server.set {
                $0.changes = { _ in
                    var changes = RemoteChanges(RemotePayload(), checkpoint: Data([2]))
                    changes.delete([post.objectID])
                    return changes
                }
            }
            try await bench.repositories.refresh()
            try await expectAsync(try await bench.repositories.outbox.counts().isEmpty)
        },
        promise("A deletion is left to be sent where others are told, however many") { ground in
            let bench = try await ground.client()
            let post = Post("gone here").snapshot
            let first = page([post], 1)
            bench.server.set { $0.changes = { _ in first } }
            try await bench.repositories.refresh()
            try await bench.delete(post.objectID)
            let others = (0..<600).map { _ in ObjectID<Post>(UUID()) }
            bench.server.set {
                $0.changes = { _ in
                    var changes = RemoteChanges(RemotePayload(), checkpoint: Data([2]))
                    changes.delete(others)
                    return changes
                }
            }
            try await bench.repositories.refresh()
            try await expectAsync(try await !bench.repositories.outbox.counts().isEmpty)
        },
        promise("What was sent since is not deleted") { ground in
            let (gate, asked) = (TaskGate(), TaskGate())
            let server = ScriptedServer(beforeAnswer: {
                asked.open()
                await gate.wait()
            })
            let bench = try await ground.client(server: server)
            let post = Post("back").snapshot
            server.set {
                $0.changes = { _ in
                    var changes = RemoteChanges(RemotePayload(), checkpoint: Data([2]))
                    changes.delete([post.objectID])
                    return changes
                }
            }
            let refresh = Task { try await bench.repositories.refresh() }
            await asked.wait()
            try await bench.repositories[Post.self].save(post)
            try await bench.sendAll()
            gate.open()
            try await refresh.value
            try await expectAsync(try await titles(bench) == ["back"])
        },
        promise("A source may not say what has changed") { ground in
            let bench = try await ground.client()
            do {
                try await bench.repositories.refresh()
                throw ConformanceFailure(.broken, "nothing was thrown")
            } catch let error as GranaryError { try expect(error.code == .unsupported) }
            bench.server.set { $0.isOffline = true }
            do {
                try await bench.repositories.refresh(Post.self)
                throw ConformanceFailure(.broken, "nothing was thrown")
            } catch let error as GranaryError { try expect(error.code == .unavailable) }
            try await expectThrows { try await bench.repositories.refresh(Draft.self) }
        },
    ]

    private static func page(_ rows: [Post.Snapshot], _ checkpoint: UInt8, more: Bool = false)
        -> RemoteChanges
    {
        RemoteChanges(RemotePayload(rows), checkpoint: Data([checkpoint]), hasMore: more)
    }

    private static func titles(_ bench: SyncClient) async throws -> [String] {
        try await bench.stack.perform {
            try $0.fetch(Post.all.sorted { $0.title.ascending }).map(\.title)
        }
    }
}
