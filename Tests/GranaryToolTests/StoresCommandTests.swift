import ArgumentParser
import Foundation
import Granary
import GranaryTestSupport
import Testing

@testable import GranaryTool

/// The list of stores, and what is known of each.
@Suite struct StoresCommandTests {
    private func stores<Program: ToolProgram>(
        _ program: Program.Type, _ library: Library, _ names: String...
    ) async throws -> [StoreReport] {
        let parsed = try StoreTool<Program>.parseAsRoot(
            ["stores", "--json", "--config", library.config] + names)
        let conclusion = await (try #require(parsed as? any ToolCommand)).conclude(on: Screen())
        return try document(StoresDocument.self, conclusion).stores
    }

    @Test(arguments: ["sqlite", "leveldb"]) func statesFollowTheModels(_ type: String) async throws {
        let library = try Library(type)
        #expect(try await stores(FirstProgram.self, library).map(\.state) == [.absent])
        try await library.make()
        let found = try await stores(FirstProgram.self, library)
        #expect(found.map(\.state) == [.current])
        #expect(found[0].fingerprint == (try First.schema().fingerprint))
        #expect(found[0].formatVersion == 2 && found[0].place?.hasSuffix("/books") == true)
        #expect((found[0].size ?? 0) > 0 && found[0].holders == [] && found[0].kept == [])
        #expect(try await stores(Bare.self, library).map(\.state) == [.present])
        #expect(try await stores(SecondProgram.self, library).map(\.state) == [.refused])
        #expect(try await stores(StrictProgram.self, library).map(\.state) == [.refused])
        #expect(try await stores(CodedProgram.self, library).map(\.state) == [.behind])
    }

    @Test(arguments: ["sqlite", "leveldb"])
    func aStoreThatLacksAMigrationOfDataIsBehind(_ type: String) async throws {
        let library = try Library(type)
        try await library.make()
        #expect(try await stores(TidyingProgram.self, library).map(\.state) == [.behind])
        #expect(try await run(TidyingProgram.self, "migrate", "--config", library.config).exitCode == 0)
        #expect(try await stores(TidyingProgram.self, library).map(\.state) == [.current])
    }

    @Test(arguments: ["sqlite", "leveldb"])
    func aStoreFollowsMigrationsThatLeadBackToo(_ type: String) async throws {
        let library = try Library(type)
        try await library.make()
        #expect(try await stores(CirclingProgram.self, library).map(\.state) == [.behind])
    }

    @Test(arguments: ["sqlite", "leveldb"]) func lookingChangesNothing(_ type: String) async throws {
        let library = try Library(type)
        try await library.make()
        let before = library.contents()
        #expect(try await run(SecondProgram.self, "stores", "--config", library.config).exitCode == 0)
        #expect(try await run(Bare.self, "migrations", "--config", library.config).exitCode == 0)
        #expect(try await run(Bare.self, "schema", "show", "--config", library.config).exitCode == 0)
        #expect(library.contents() == before)
    }

    @Test func whoHasAStoreOpenIsNamed() async throws {
        let library = try Library()
        try await library.make()
        let stack = try await PersistentStack.open(
            try First.schema(), configuration: FileConfigurationSource(path: library.config, arguments: []),
            backends: FirstProgram.backends)
        let found = try await stores(Bare.self, library)
        #expect(found[0].holders == [Int(ProcessInfo.processInfo.processIdentifier)])
        try await stack.close()
    }

    @Test func theTableFitsTheScreen() async throws {
        let library = try Library()
        try await library.make()
        let listed = try await run(FirstProgram.self, "stores", "Default", "--config", library.config)
        #expect(listed.exitCode == 0 && listed.errors.isEmpty)
        let lines = listed.output.components(separatedBy: "\n")
        #expect(lines[0].hasPrefix("Store    Type    State    Size"))
        let fingerprint = try First.schema().fingerprint.prefix(8)
        #expect(lines[1].contains("current") && lines[1].contains(fingerprint))
        #expect(listed.output.contains("\(library.directory.path)/books"))
        #expect(listed.output.contains("File of Default"))
        for line in lines where !line.contains(library.directory.path) { #expect(line.count <= 80) }
    }

    @Test func storesInMemoryHaveNothingToLookAt() async throws {
        let library = try Library()
        try library.write("stores: { Default: { type: memory } }", to: "granary.yaml")
        #expect(try await stores(FirstProgram.self, library).map(\.state) == [.memory])
    }

    @Test func aStoreThatCannotBeLookedAtIsAnErrorBesideTheOthers() async throws {
        let library = try Library()
        try library.write("This is no store.", to: "broken")
        try library.write(
            "stores: { A: { type: sqlite, file: broken }, B: { type: sqlite } }", to: "granary.yaml")
        let listed = try await run(Bare.self, "stores", "--config", library.config)
        #expect(listed.exitCode == 1 && listed.errors == "Error: 1 of 2 stores cannot be looked at.\n")
        #expect(listed.output.contains("failed") && listed.output.contains("absent"))
        let found = try await stores(Bare.self, library)
        #expect(found[0].error?.code == "foreign" && found[1].error == nil)
    }

    @Test func configurationsThatShareAPlaceAreOneStore() async throws {
        let library = try Library()
        try library.write(
            "stores: { A: { type: sqlite, file: one }, B: { type: sqlite, file: one } }", to: "granary.yaml")
        let found = try await stores(Bare.self, library, "B")
        #expect(found.map(\.configurations) == [["A", "B"]])
    }

    @Test func anUnknownNameIsAnErrorThatNamesTheStores() async throws {
        let library = try Library()
        let failed = try await run(Bare.self, "stores", "Defualt", "--config", library.config)
        #expect(failed.exitCode == 1)
        #expect(failed.errors == "Error: The configuration has no store “Defualt”; it has Default.\n")
    }

    @Test func aStandardPlaceNeedsTheProgram() async throws {
        let library = try Library()
        try library.write("stores: { Default: { type: sqlite, kind: durable } }", to: "granary.yaml")
        let failed = try await run(Bare.self, "stores", "--config", library.config)
        #expect(failed.exitCode == 1 && failed.errors.contains("standard place for the program's schema"))
    }

    @Test func storesOfAccountsAreNotOneStore() async throws {
        let library = try Library()
        try library.write(
            "stores: { Mine: { type: sqlite, perAccount: true }, Shared: { type: sqlite } }",
            to: "granary.yaml")
        let all = try await run(Bare.self, "stores", "--config", library.config)
        let one = try await run(Bare.self, "stores", "Mine", "--config", library.config)
        for failed in [all, one] {
            #expect(failed.exitCode == 1 && failed.errors.contains("Open it by accounts"), "\(failed.errors)")
        }
        #expect(try await stores(Bare.self, library, "Shared").map(\.configurations) == [["Shared"]])
    }

    @Test func sizesAreShort() {
        let texts = [0, 999, 1_000, 1_250, 99_949, 123_456, 999_999, 9_876_543_210].map { ByteText.of($0) }
        #expect(
            texts == [
                "0 B", "999 B", "1.0 kB", "1.3 kB", "100 kB", "123 kB", "1.0 MB", "9.9 GB",
            ])
    }
}
