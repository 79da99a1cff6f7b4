import Granary
import GranarySync
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
}
