import ArgumentParser
import FoundationEssentials
import Granary
import GranaryMemory
import GranarySQLite
import GranarySync
import GranaryTestSupport
import Testing

@testable import GranarySyncTool
@testable import GranaryTool

/// A model whose writes wait for a server.
@Model final class Note {
    var id: UUID
    var text: String

    init(_ text: String) {
        id = UUID()
        self.text = text
    }
}

/// The tool without models that knows outboxes, as `granary` does.
enum Outboxes: ToolProgram {
    static let name = "granary"
    static let backends: [Backend] = Bare.backends
    static let sections = [ConfigurationSection.sync]
    static var commands: [any ParsableCommand.Type] { [OutboxCommand<Outboxes>.self] }
    static func schema() throws -> Schema? { nil }
}

/// What the tool shows of the writes that wait for a server, and does with them.
@Suite(.timeLimit(.minutes(1))) struct OutboxCommandTests {
    /// Makes a store with two held writes and a waiting one.
    private func made(_ type: String = "sqlite") async throws -> Library {
        let library = try Library(type)
        let schema = try Schema("Notes", models: [Note.self]).syncing { Synced(Note.self) }
        let stack = try await PersistentStack.open(
            schema, configuration: FileConfigurationSource(path: library.config, arguments: []),
            backends: Outboxes.backends)
        for (text, writes) in [
            ("hidden 1", SyncedWrites.local), ("hidden 2", .localAndRemote), ("hidden 3", .local),
        ] {
            var options = ContextOptions()
            options.writes = writes
            try await stack.perform(options) { context in
                try context.insert(Note(text))
                try context.save()
            }
        }
        try await stack.close()
        return library
    }

    private func listed(_ library: Library, _ arguments: String...) async throws -> [OutboxListing.Write] {
        let parsed = try StoreTool<Outboxes>.parseAsRoot(
            ["outbox", "list", "--json", "--config", library.config] + arguments)
        let conclusion = await (try #require(parsed as? any ToolCommand)).conclude(on: Screen())
        return try document(OutboxListing.self, conclusion).stores.flatMap(\.writes)
    }

    @Test(arguments: ["sqlite", "leveldb"]) func writesAreListedInTheirOrderWithoutValues(_ type: String)
        async throws
    {
        let library = try await made(type)
        let writes = try await listed(library)
        #expect(writes.map(\.state) == ["held", "waiting", "held"])
        #expect(writes.allSatisfy { $0.model == "Note" && $0.effect == "insert" && $0.attempts == 0 })
        #expect(try await listed(library, "--state", "waiting").map(\.id) == [writes[1].id])
        #expect(try await listed(library, "--model", "Other").isEmpty)
        let text = try await run(Outboxes.self, "outbox", "--config", library.config)
        #expect(text.exitCode == 0 && text.output.contains(writes[0].id) && !text.output.contains("hidden"))
        let count = try await run(Outboxes.self, "outbox", "count", "--json", "--config", library.config)
        let counts = try document(OutboxCountsListing.self, count).stores
        #expect(counts.map { [$0.held, $0.waiting, $0.sent, $0.refused] } == [[2, 1, 0, 0]])
    }

    @Test(arguments: ["sqlite", "leveldb"]) func aReleasedWriteKeepsItsPlace(_ type: String) async throws {
        let library = try await made(type)
        let before = try await listed(library)
        let done = try await run(Outboxes.self, "outbox", "release", before[0].id, "--config", library.config)
        #expect(done.exitCode == 0 && done.output == "Default: released 1 write.\n")
        let after = try await listed(library)
        #expect(after.map(\.id) == before.map(\.id))
        #expect(after.map(\.state) == ["waiting", "waiting", "held"])
    }

    @Test func discardedWritesAreGoneAndOthersStay() async throws {
        let library = try await made()
        let before = try await listed(library)
        let done = try await run(Outboxes.self, "outbox", "discard", "--all", "--config", library.config)
        #expect(done.exitCode == 0 && done.output == "Default: discarded 2 writes.\n")
        #expect(try await listed(library).map(\.id) == [before[1].id])
        let again = try await run(
            Outboxes.self, "outbox", "discard", "--model", "Note", "--config", library.config)
        #expect(again.exitCode == 0 && again.output == "Default: discarded 0 writes.\n")
    }

    @Test func wrongChoicesAreRefused() async throws {
        let library = try await made()
        let waiting = try await listed(library)[1].id
        for arguments in [[], ["--all", "--model", "Note"], ["no-identifier"]] {
            #expect(throws: (any Error).self, "\(arguments)") {
                try StoreTool<Outboxes>.parseAsRoot(["outbox", "release"] + arguments)
            }
        }
        for arguments in [[waiting], [UUID().uuidString]] {
            let parsed = try StoreTool<Outboxes>.parseAsRoot(
                ["outbox", "release", "--config", library.config] + arguments)
            let conclusion = await (try #require(parsed as? any ToolCommand)).conclude(on: Screen())
            #expect(conclusion.exitCode == 1 && !conclusion.errors.isEmpty, "\(arguments)")
        }
        #expect(try await listed(library).map(\.state) == ["held", "waiting", "held"])
    }

    @Test func storesWithoutAnOutboxAreNamed() async throws {
        let library = try Library()
        let missing = try await run(Outboxes.self, "outbox", "--config", library.config)
        #expect(
            missing.exitCode == 1 && missing.errors.contains("No store of the configuration has an outbox"))
        try await library.make()
        let other = try await run(Outboxes.self, "outbox", "--config", library.config)
        #expect(other.exitCode == 1 && other.errors.contains("No store of the configuration has an outbox"))
    }

    @Test func theSectionIsListedAndShown() async throws {
        let library = try Library()
        try library.write("hunter2", to: "token")
        try library.write(
            """
            stores: { Default: { type: sqlite } }
            sync: { lease: 10s, sources: { main: { url: "http://one", token: { file: token } } } }
            """, to: "granary.yaml")
        let shown = try await run(Outboxes.self, "config", "show", library.config)
        #expect(shown.exitCode == 0 && !shown.output.contains("hunter2"))
        #expect(
            shown.output.contains("sources.main.token      (secret)    granary.yaml:2"), "\(shown.output)")
        #expect(shown.output.contains("longestPause            5m          default"), "\(shown.output)")
        let json = try await run(Outboxes.self, "config", "show", library.config, "--json")
        #expect(
            try document(ConfigurationDocument.self, json).sections["sync"]
                == [
                    "firstPause": "1s", "longestPause": "5m", "lease": "10s",
                    "sources.main.url": "http://one",
                    "sources.main.token": "(secret)",
                ])
        let backends = try await run(Outboxes.self, "backends").output
        #expect(backends.contains("The section sync: ") && backends.contains("sources.NAME.token"))
        for line in backends.split(separator: "\n") { #expect(line.count <= 80, "\(line)") }
        let unknown = try await run(Bare.self, "config", "show", library.config)
        #expect(unknown.exitCode == 1 && unknown.errors.contains("sync: This key is not known here"))
    }
}
