import Granary
import GranaryConformance
import GranarySync
import Synchronization

/// The save that settles a write marks the next one, and that one leaves only if it still may.
enum FollowingWritePromises: SyncPromiseList {
    static let category = ConformanceCategory.outbox

    static let promises: [ConformancePromise] = [
        promise("The save that settles a write marks the next one") { ground in
            let marks = Counter()
            let client = try await client(ground) { point in
                if point == .beforeMarking { marks.add() }
            }
            let posts = try await saved(5, client)
            try await client.sendAll()
            try expect(client.server.arrived.map(\.key) == posts.map { $0.objectID.key.objectKey })
            try expect(client.server.carriedOut.count == 5 && marks.value == 1)
        },
        promise("A write that is marked and may not leave any more waits") { ground in
            let paused = Mutexed<Outbox?>(nil)
            let client = try await client(ground) { point in
                if point == .afterSettling { paused.value?.pause() }
            }
            let posts = try await saved(3, client)
            let (repositories, outbox) = (client.repositories, client.repositories.outbox)
            paused.value = outbox
            defer { paused.value = nil }
            try await repositories.whileSending {
                try await expectAsync(try await outbox.delivery(of: posts[0].objectID) == .settled)
                while outbox.pauseReason == nil { await Task.yield() }
                try expect(client.server.arrived.count == 1)
                try await expectAsync(try await outbox.counts().waiting == 2)
                for post in posts.dropFirst() {
                    outbox.resume()
                    try await expectAsync(try await outbox.delivery(of: post.objectID) == .settled)
                    while outbox.pauseReason == nil { await Task.yield() }
                }
            }
            try expect(client.server.arrived.count == 3 && client.server.carriedOut.count == 3)
        },
        promise("What follows a refused write is marked apart, and what builds on it stays") { ground in
            let marks = Counter()
            let client = try await client(ground) { point in
                if point == .beforeMarking { marks.add() }
            }
            client.server.set { $0.refused = ["1"] }
            _ = try await saved(4, client)
            try await client.sending { client.server.carriedOut.count == 3 }
            try await expectAsync(try await client.repositories.outbox.counts().refused == 1)
            try expect(client.server.arrived.count == 4 && marks.value == 2)
        },
    ]

    /// A client whose points are told to a function.
    private static func client(
        _ ground: SyncGround, reach: @escaping @Sendable (SyncPoint) -> Void
    ) async throws -> SyncClient {
        let server = ScriptedServer()
        let stack = try ground.stack(try syncedSchema())
        let repositories = try await Repositories(stack, ["": server], nil, SyncTimes(), reaching: reach)
        return SyncClient(stack, server, repositories)
    }

    /// Saves some posts, each apart.
    private static func saved(_ count: Int, _ client: SyncClient) async throws -> [Post.Snapshot] {
        var posts: [Post.Snapshot] = []
        for number in 0..<count { posts.append(try await client.save("\(number)")) }
        return posts
    }
}
