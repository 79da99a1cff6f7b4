import Granary
import GranaryMemory
import GranarySQLite
import GranarySync
import GranaryTestSupport
import Testing

@testable import GranarySyncTesting

/// A schema says which models are synced, and gets the tables for it.
@Suite(.timeLimit(.minutes(1))) struct SyncedSchemaTests {
    @Test func theConfigurationGetsTheBookkeeping() throws {
        let schema = try Schema(
            "Blog", configurations: ["Own": [Draft.self], "Shared": [Author.self, Post.self]]
        )
        .syncing {
            Synced(Author.self); Synced(Post.self)
        }
        let names = schema.entities(in: "Shared").map(\.name)
        #expect(names == ["Author", "Post", "SyncEntry", "SyncGap", "SyncLease", "SyncQuery"])
        #expect(schema.entities(in: "Own").map(\.name) == ["Draft"])
    }

    @Test func modelsInTwoConfigurationsAreRefusedByName() throws {
        let schema = try Schema("Blog", configurations: ["A": [Draft.self], "B": [Author.self, Post.self]])
        let error = try #require(
            failure {
                try schema.syncing {
                    Synced(Post.self); Synced(Draft.self)
                }
            })
        #expect(error.code == .schema)
        for part in ["Post", "Draft", "“A”", "“B”"] { #expect(error.message.contains(part)) }
    }

    @Test func whatCannotBeSyncedIsRefused() throws {
        let schema = try Schema("Blog", models: [Author.self, Post.self, Ticket.self])
        expectError(.schema) { try schema.syncing { Synced(Draft.self) } }
        expectError(.schema) {
            try schema.syncing {
                Synced(Post.self); Synced(Post.self)
            }
        }
        expectError(.schema) { try schema.syncing { Synced(Ticket.self) } }
        expectError(.schema) { try schema.syncing { Synced(Post.self, ignoring: { $0.id }) } }
        expectError(.schema) { try schema.syncing {} }
        let synced = try schema.syncing { Synced(Ticket.self, writes: .served) }
        expectError(.schema) { try synced.syncing { Synced(Post.self) } }
    }

    @Test func aSecondSetOfRepositoriesIsRefused() async throws {
        let bench = try await SyncClient(
            startedStack(try syncedSchema(), on: .memory), ScriptedServer(), SyncTimes())
        await #expect(throws: GranaryError.self) {
            _ = try await Repositories(bench.stack, source: bench.server)
        }
        withExtendedLifetime(bench) {}
    }

    @Test func rowsFromBeforeNeedAWord() async throws {
        let plain = try Schema("Blog", models: [Author.self, Post.self, Draft.self])
        for existing in [ExistingRows.areServed, .areLocal] {
            let directory = try TemporaryDirectory()
            let old = try startedStack(plain, on: .sqlite, at: directory.path)
            try await old.perform { context in
                try context.insert(Post("old"))
                try context.save()
            }
            try await old.close()
            let stack = try startedStack(try syncedSchema(), on: .sqlite, at: directory.path)
            let server = ScriptedServer()
            await #expect(throws: GranaryError.self) { _ = try await Repositories(stack, source: server) }
            let first = try await Repositories(stack, source: server, existing: existing)
            #expect(try await first.outbox.counts().waiting == (existing == .areLocal ? 1 : 0))
            try await stack.close()
        }
    }
}
