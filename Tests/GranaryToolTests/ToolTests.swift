import ArgumentParser
import FoundationEssentials
import Granary
import GranaryTestSupport
import Testing

@testable import GranaryTool

@Suite struct ToolTests {
    enum Disk: StoreBackend {
        static let type: StoreType = "disk"
        static let capabilities: Capabilities = [
            .durable, .persistent, .snapshots, .concurrentSessions, .referenceChecks, .files,
        ]
        static let options = [
            StoreOption("cacheSize", .size(1_000...1_000_000_000), "How much of the file is kept in memory."),
            StoreOption("durability", .choice(["full", "process"]), "What a save survives."),
            StoreOption("password", .text, "The key of an encrypted file.", isSecret: true),
        ]
        static func location(of configuration: StoreConfiguration) throws -> String? {
            try configuration.resolvedPath()
        }
        static func open(_ request: StoreOpenRequest) throws -> any Store {
            throw GranaryError(.unsupported, "")
        }
        static func destroy(_ configuration: StoreConfiguration) throws {}
    }

    enum Plain: StoreBackend {
        static let type: StoreType = "plain"
        static let capabilities: Capabilities = []
        static let options: [StoreOption] = []
        static func location(of configuration: StoreConfiguration) throws -> String? { nil }
        static func open(_ request: StoreOpenRequest) throws -> any Store {
            throw GranaryError(.unsupported, "")
        }
        static func destroy(_ configuration: StoreConfiguration) throws {}
    }

    @Test func backendsAreListed() throws {
        let listing = BackendListing(registry: try StoreRegistry([Plain.self, Disk.self]))
        #expect(
            listing.text == """
                Type   Capabilities
                disk   durable, persistent, snapshots, concurrentSessions,
                       referenceChecks, files
                plain  –

                Options of disk

                Option      Values                     Meaning
                cacheSize   a size such as 64MB, from  How much of the file is kept in
                            1kB to 1GB                 memory.
                durability  one of full, process       What a save survives.
                password    a reference to a secret    The key of an encrypted file.
                """)
    }

    @Test func theShippedBackendsFitTheScreen() throws {
        let text = BackendListing(registry: try ShippedBackends.registry()).text
        for line in text.split(separator: "\n") { #expect(line.count <= 80, "\(line)") }
        #expect(text.contains("memory"))
    }

    @Test func aValidConfigurationIsPrintedWithoutSecrets() async throws {
        let directory = try TemporaryDirectory()
        let path = directory.path(of: "granary.yaml")
        try Data(
            """
            location: /srv/data
            stack: { workers: 8 }
            stores:
              Session: { type: plain }
              Operations:
                type: disk
                readOnly: true
                onIncompatible: moveAside
                options: { cacheSize: 64MB, password: { env: KEY } }
            """.utf8
        ).write(to: URL(filePath: path))
        let source = FileConfigurationSource(path: path, variables: ["KEY": "hunter2"], arguments: [])
        let report = try await ConfigValidateCommand.report(
            source, registry: StoreRegistry([Plain.self, Disk.self]))
        #expect(
            report == """
                \(path) is valid.

                Store       Type   Access      If incompatible  Place
                Operations  disk   read-only   moveAside        /srv/data/operations.disk
                Session     plain  read-write  migrate          –

                Store       Option     Value
                Operations  cacheSize  64MB
                Operations  password   (secret)

                Setting                Value
                workers                8
                automaticMerge         true
                strictLoading          false
                mainContextIsReadOnly  false
                """)
    }

    @Test func anInvalidConfigurationFailsWithItsProblems() async throws {
        let command = try #require(
            try GranaryCommand.parseAsRoot(["config", "validate", "missing.yaml"]) as? ConfigValidateCommand)
        let error = await #expect(throws: InvalidConfiguration.self) { try await command.run() }
        #expect(error?.description == "There is no configuration file “missing.yaml”; correct the path.")
        let code = error.map { GranaryCommand.exitCode(for: $0) }
        #expect(code == .failure)
        #expect(
            error.map { GranaryCommand.fullMessage(for: $0) }
                == "Error: There is no configuration file “missing.yaml”; correct the path.")
    }

    @Test func versionAndHelp() throws {
        let version = #expect(throws: (any Error).self) { try GranaryCommand.parseAsRoot(["--version"]) }
        #expect(version.map { GranaryCommand.fullMessage(for: $0) } == "0.1.0")
        let help = GranaryCommand.helpMessage(columns: 80)
        #expect(
            help == """
                OVERVIEW: Looks at the stores of Granary and at configurations.

                USAGE: granary <subcommand>

                OPTIONS:
                  --version               Show the version.
                  -h, --help              Show help information.

                SUBCOMMANDS:
                  backends                Lists store types, their capabilities and options.
                  config                  Works on configuration files.

                  See 'granary help <subcommand>' for detailed help.
                """)
    }

    static let commands: [any ParsableCommand.Type] = [
        GranaryCommand.self, BackendsCommand.self, ConfigCommand.self, ConfigValidateCommand.self,
    ]

    @Test(arguments: commands.indices) func helpFitsEightyColumns(_ index: Int) {
        let help = GranaryCommand.helpMessage(for: Self.commands[index], columns: 80)
        #expect(help.contains("USAGE: granary"))
        for line in help.split(separator: "\n") { #expect(line.count <= 80, "\(line)") }
    }
}
