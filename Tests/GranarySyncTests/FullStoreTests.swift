import Granary
import GranaryConformance
import GranarySQLite
import GranarySync
import GranaryTestSupport
import Testing

@testable import GranarySyncTesting

/// An engine that has no room left says so, and everything is delivered once it has.
@Suite(.timeLimit(.minutes(2))) struct FullStoreTests {
    @Test func everythingIsDeliveredOnceThereIsRoom() async throws {
        let directory = try TemporaryDirectory()
        let stack = try startedStack(
            try syncedSchema(), on: .sqlite, at: directory.path,
            options: StoreOptions(["maximumSize": "512KiB"]))
        var times = SyncTimes()
        times.clock = RecordingClock { await Task.yield() }
        let client = try await SyncClient(stack, ScriptedServer(), times)
        let kept = try await client.save("kept")
        try await client.sendAll()

        // Rows that are not synced take all room.
        var size = 64_000
        while size > 8 {
            let text = String(repeating: "x", count: size)
            do {
                try await stack.perform { context in
                    try context.insert(Draft(text))
                    try context.save()
                }
            } catch let error as GranaryError where error.code == .full { size /= 2 }
        }
        let large = String(repeating: "y", count: 20_000)
        let error = await #expect(throws: GranaryError.self) { _ = try await client.save(large) }
        #expect(error?.code == .full)
        await #expect(throws: GranaryError.self) {
            try await client.change(kept.objectID) { $0.title = large }
        }
        client.server.put(Post(large).snapshot)
        await #expect(throws: GranaryError.self) {
            _ = try await client.repositories[Post.self].fetch(Post.all, .remote)
        }
        #expect(try await stack.perform { try $0.fetch(Post.all).map(\.title) } == ["kept"])
        #expect(try await client.repositories.outbox.counts().isEmpty)

        try await stack.perform { _ = try $0.deleteAll(Draft.all) }
        let saved = try await client.save(large)
        try await client.change(kept.objectID) { $0.title = large }
        try await client.sendAll()
        #expect(client.server.carriedOut.count == 3)
        #expect(client.remote(saved.objectID)?.title == large && client.remote(kept.objectID)?.title == large)
        let answer = try await client.repositories[Post.self].fetch(Post.all, .remote)
        #expect(answer.count == 3 && answer.isComplete)
        try await stack.close()
    }
}
