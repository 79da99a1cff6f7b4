import FoundationEssentials
import Granary
import GranaryConformance
import GranarySync
import Synchronization

/// A row with a version that its server gives it.
@Model private final class Page {
    var id: UUID
    var text: String
    var revision: Int?
    var tag: String?

    init(id: UUID = UUID(), _ text: String, _ revision: Int?) {
        self.id = id
        self.text = text
        self.revision = revision
    }
}

/// An older row never replaces a newer one.
enum RowVersionPromises: SyncPromiseList {
    static let category = ConformanceCategory.merging

    static let promises: [ConformancePromise] = [
        promise("Older rows are not taken") { ground in
            let id = UUID()
            let rows = Mutexed([Page(id: id, "new", 5).snapshot])
            let (stack, repositories) = try await bench(ground, rows)
            let pages = repositories[Page.self]
            func served(_ text: String, _ revision: Int?) async throws -> [String] {
                rows.value = [Page(id: id, text, revision).snapshot]
                return try await pages.fetch(Page.all, .remote).map(\.text)
            }
            try await expectAsync(try await pages.fetch(Page.all, .remote).map(\.text) == ["new"])
            try await expectAsync(try await served("old", 4) == ["new"])
            try await expectAsync(try await served("same", 5) == ["same"])
            try await expectAsync(try await served("newer", 6) == ["newer"])
            // A server that gives no version says nothing of age.
            try await expectAsync(try await served("unknown", nil) == ["unknown"])
            try await expectAsync(try await served("first", 1) == ["first"])
            withExtendedLifetime(stack) {}
        },
        promise("Of one object the newer row counts") { ground in
            let id = UUID()
            let rows = Mutexed([Page(id: id, "new", 5).snapshot, Page(id: id, "old", 4).snapshot])
            let (stack, repositories) = try await bench(ground, rows)
            try await expectAsync(
                try await repositories[Page.self].fetch(Page.all, .remote).map(\.text) == ["new"])
            withExtendedLifetime(stack) {}
        },
        promise("An older row does not move the base of a write") { ground in
            let id = UUID()
            let rows = Mutexed([Page(id: id, "new", 5).snapshot])
            let (stack, repositories) = try await bench(ground, rows)
            _ = try await repositories[Page.self].fetch(Page.all, .remote)
            try await stack.perform { context in
                try required(try context.first(Page.all)).text = "mine"
                try context.save()
            }
            rows.value = [Page(id: id, "old", 4).snapshot]
            _ = try await repositories[Page.self].fetch(Page.all, .remote)
            rows.value = [Page(id: id, "new", 5).snapshot]
            let answer = try await repositories[Page.self].fetch(Page.all, .remote)
            try expect(answer.map(\.text) == ["mine"] && answer.map(\.revision) == [5])
        },
        promise("An attribute that is no version is refused") { ground in
            try expectError(.schema) { try schema().syncing { Synced(Page.self, version: { $0.tag }) } }
            try expectError(.schema) { try schema().syncing { Synced(Page.self, version: { $0.id }) } }
            try expectError(.schema) {
                try schema().syncing {
                    Synced(
                        Page.self,
                        version: {
                            $0.revision; $0.tag
                        })
                }
            }
            try expectError(.schema) {
                try schema().syncing {
                    Synced(Page.self, ignoring: { $0.revision }, version: { $0.revision })
                }
            }
        },
    ]

    private static func schema() throws -> Schema { try Schema("Pages", models: [Page.self]) }

    private static func bench(_ ground: SyncGround, _ rows: Mutexed<[Page.Snapshot]>) async throws -> (
        PersistentStack, Repositories
    ) {
        let schema = try schema().syncing {
            Synced(Page.self, writes: .localAndRemote, version: { $0.revision })
        }
        let stack = try ground.stack(schema)
        let repositories = try await Repositories(
            stack, source: FixedSource { RemotePayload(rows.value) })
        return (stack, repositories)
    }
}
