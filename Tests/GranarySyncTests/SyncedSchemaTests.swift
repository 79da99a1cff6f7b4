import FoundationEssentials
import Granary
import GranaryMemory
import GranarySQLite
import GranarySync
import GranaryTestSupport
import Testing

@testable import GranarySyncTesting

/// A schema with synced models keeps what it has carried before.
@Suite struct SyncedSchemaTests {
    @Test func itKeepsItsHooks() throws {
        let schema = try Schema("Blog", models: [Author.self, Post.self])
            .hooking([SaveHook("audit") { _ in }])
            .syncing { Synced(Post.self) }
        #expect(schema.hooks.count == 1)
    }

    @Test func syncedModelsInTwoConfigurationsAreAnErrorThatNamesBoth() throws {
        let schema = try Schema(
            "Blog", configurations: ["People": [Author.self, Post.self], "Drafts": [Draft.self]])
        let error = #expect(throws: GranaryError.self) {
            try schema.syncing {
                Synced(Post.self)
                Synced(Draft.self)
            }
        }
        #expect(error?.code == .schema)
        for name in ["Post", "Draft", "“People”", "“Drafts”"] {
            #expect(error?.message.contains(name) == true)
        }
    }

    @Test func aStackHasOneSetOfRepositories() async throws {
        let stack = try startedStack(try syncedSchema(), on: .memory)
        let repositories = try await Repositories(stack, source: ScriptedServer())
        let error = await #expect(throws: GranaryError.self) {
            _ = try await Repositories(stack, source: ScriptedServer())
        }
        #expect(error?.code == .configuration)
        withExtendedLifetime(repositories) {}
        try await stack.close()
    }

    @Test(arguments: [ExistingRows.areServed, .areLocal])
    func whatRowsFromBeforeAreIsSaidOnce(existing: ExistingRows) async throws {
        let directory = try TemporaryDirectory()
        let configuration = StoreConfiguration(
            name: "Default", type: .sqlite, location: directory.path, file: "blog.sqlite")
        func stack(_ schema: Schema) async throws -> PersistentStack {
            let stack = PersistentStack(schema, registry: try StoreRegistry(backends: [.sqlite]))
            try await stack.attachPersistentStores(for: [configuration])
            try await stack.start()
            return stack
        }
        let before = try await stack(try Schema("Blog", models: [Author.self, Post.self, Draft.self]))
        try await before.perform { context in
            try context.insert(Post("old"))
            try context.save()
        }
        try await before.close()
        let after = try await stack(try syncedSchema())
        let error = await #expect(throws: GranaryError.self) {
            _ = try await Repositories(after, source: ScriptedServer())
        }
        #expect(error?.code == .configuration && error?.context.entity == "Post")
        var repositories: Repositories? = try await Repositories(
            after, source: ScriptedServer(), existing: existing)
        #expect(try await repositories?.outbox.counts().waiting == (existing == .areLocal ? 1 : 0))
        repositories = nil
        try await after.close()
        let again = try await stack(try syncedSchema())
        _ = try await Repositories(again, source: ScriptedServer())
        try await again.close()
    }
}
