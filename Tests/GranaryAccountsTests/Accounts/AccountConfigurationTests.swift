import FoundationEssentials
import Granary
import GranaryAccounts
import GranaryConformance
import GranaryTestHarnesses
import GranaryTestSupport
import Testing

@Model private final class Owner {
    @Attribute(.primaryKey) var email: String

    init(email: String) { self.email = email }
}

@Model private final class Draft {
    @Attribute(.primaryKey) var number: Int

    init(number: Int) { self.number = number }
}

@Model private final class Letter {
    @Attribute(.primaryKey) var number: Int
    @Relationship(.required) var draft: Draft?

    init(number: Int, draft: Draft?) {
        self.number = number
        self.draft = draft
    }
}

/// What a file says about accounts is checked with the schema, and a fault is named with its line.
@Suite struct AccountConfigurationTests {
    private let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    /// Opens accounts by a file over SQLite and memory.
    private func open(_ lines: String) async throws -> Accounts<NoSignIn<Owner>> {
        let file = directory.path(of: "granary.yaml")
        try Data(lines.utf8).write(to: URL(filePath: file))
        let schema = try Schema(
            "Mail",
            configurations: [
                "People": [Owner.self, AccountRecord.self], "Letters": [Letter.self], "Drafts": [Draft.self],
            ])
        return try await Accounts.open(
            schema, configuration: FileConfigurationSource(path: file, variables: [:], arguments: []),
            backends: [Harnesses.sqlite.backend, Harnesses.memory.backend], users: Owner.self)
    }

    @Test func whatLeansOnMemoryIsNamedWithItsLine() async throws {
        let error = await #expect(throws: GranaryError.self) {
            _ = try await open(
                """
                stores:
                  People: { type: sqlite }
                  Letters: { type: sqlite, perAccount: true }
                  Drafts:
                    type: memory
                    perAccount: true
                """)
        }
        #expect(error?.code == .configuration)
        let message = error?.message ?? ""
        #expect(message.contains("granary.yaml:5: stores.Drafts.type: "), "\(message)")
        #expect(message.contains("Letter.draft"), "\(message)")
    }

    @Test func aKindInAFileCountsToo() async throws {
        let error = await #expect(throws: GranaryError.self) {
            _ = try await open(
                """
                stores:
                  People: { type: sqlite }
                  Letters: { type: sqlite, perAccount: true }
                  Drafts:
                    type: sqlite
                    perAccount: true
                    kind: purgeable
                """)
        }
        #expect(error?.message.contains("granary.yaml:7: stores.Drafts.kind: ") == true, "\(error as Any)")
    }
}
