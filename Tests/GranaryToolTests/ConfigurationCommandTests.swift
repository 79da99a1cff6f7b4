import Foundation
import Granary
import GranaryTestSupport
import Testing

@testable import GranaryTool

/// What the tool says of backends and configurations.
@Suite struct ConfigurationCommandTests {
    enum Disk: StoreBackend {
        static let type: StoreType = "disk"
        static let capabilities: Capabilities = [
            .durable, .persistent, .snapshots, .concurrentSessions, .referenceChecks, .files,
        ]
        static let options = [
            StoreOption("cacheSize", .size(1_000...1_000_000_000), "How much of the file is kept in memory."),
            StoreOption(
                "durability", .choice(["full", "process"]), default: "full", "What a save survives."),
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

    /// A program with these backends.
    enum Small: ToolProgram {
        static let name = "small"
        static let backends = [Backend(Plain.self), Backend(Disk.self)]
        static func schema() throws -> Schema? { nil }
    }

    @Test func theShippedBackendsFitTheScreen() async throws {
        let text = try await run(Bare.self, "backends").output
        for line in text.split(separator: "\n") { #expect(line.count <= 80, "\(line)") }
        for type in ["memory", "sqlite", "leveldb", "postgresql"] { #expect(text.contains(type)) }
    }

    @Test func backendsAsJSON() async throws {
        let found = try document(BackendsDocument.self, try await run(Small.self, "backends", "--json"))
        #expect(found.backends.map(\.type) == ["disk", "plain"])
        #expect(found.backends[0].capabilities.contains("durable"))
        #expect(found.backends[0].options.map(\.isSecret) == [false, false, true])
    }

    /// A configuration of both backends, with a secret in a file.
    private func configured() throws -> Library {
        let library = try Library()
        try library.write("hunter2", to: "key")
        try library.write(
            """
            location: /srv/data
            stack: { workers: 8, restsAfter: 300s }
            stores:
              Session: { type: plain }
              Operations:
                type: disk
                readOnly: true
                onIncompatible: moveAside
                options: { cacheSize: 64MB, password: { file: key } }
            """, to: "granary.yaml")
        return library
    }

    private let stores = """
        Store       Type   Access      If incompatible  Place
        Operations  disk   read-only   moveAside        /srv/data/operations.disk
        Session     plain  read-write  migrate          –
        """

    private let listing = """
        stores.Operations   Value            From
        type                disk             granary.yaml:6
        kind                –                default
        location            /srv/data        granary.yaml:1
        file                operations.disk  default
        readOnly            true             granary.yaml:7
        mustExist           false            default
        onIncompatible      moveAside        granary.yaml:8
        consents            –                default
        keepsLostData       true             default
        followsOthers       false            default
        perAccount          false            default
        options.cacheSize   64MB             granary.yaml:9
        options.durability  full             default
        options.password    (secret)         granary.yaml:9

        stores.Session  Value      From
        type            plain      granary.yaml:4
        kind            –          default
        location        /srv/data  granary.yaml:1
        file            –          default
        readOnly        false      default
        mustExist       false      default
        onIncompatible  migrate    default
        consents        –          default
        keepsLostData   true       default
        followsOthers   false      default
        perAccount      false      default

        stack                  Value  From
        workers                8      granary.yaml:2
        generalActions         2      default
        automaticMerge         true   default
        strictLoading          false  default
        mainContextIsReadOnly  false  default
        restsAfter             5m     granary.yaml:2

        """

    @Test func everySettingIsPrintedWithItsOriginAndWithoutSecrets() async throws {
        let library = try configured()
        let shown = try await run(Small.self, "config", "show", library.config)
        #expect(shown == Conclusion(output: "\(stores)\n\n\(listing)", exitCode: 0))
        let valid = try await run(Small.self, "config", "validate", library.config)
        #expect(valid == Conclusion(output: "\(library.config) is valid.\n\n\(stores)\n", exitCode: 0))
    }

    @Test func configurationsAsJSONHaveNoSecrets() async throws {
        let library = try configured()
        let json = try await run(Small.self, "config", "show", library.config, "--json")
        #expect(!json.output.contains("hunter2"))
        let shown = try document(ConfigurationDocument.self, json)
        #expect(shown.stores.map(\.name) == ["Operations", "Session"])
        #expect(
            shown.stores[0].options == ["cacheSize": "64MB", "durability": "full", "password": "(secret)"])
        #expect(shown.stores[0].place == "/srv/data/operations.disk")
        #expect(shown.settings.workers == 8 && shown.settings.restsAfter == "5m")
        let origins = [
            "stack.workers": "granary.yaml:2", "stack.strictLoading": "default",
            "stores.Operations.readOnly": "granary.yaml:7", "stores.Session.readOnly": "default",
            "stores.Operations.options.password": "granary.yaml:9",
            "stores.Operations.options.durability": "default",
        ]
        for (key, origin) in origins { #expect(shown.origins[key] == origin, "\(key)") }
        // Of the stack, and of two stores.
        #expect(shown.origins.count == 31)
        let valid = try document(
            ValidationDocument.self, try await run(Small.self, "config", "validate", library.config, "--json")
        )
        #expect(valid.isValid && valid.configuration == shown)
    }

    @Test func anInvalidConfigurationFailsWithItsProblems() async throws {
        let failed = try await run(Bare.self, "config", "validate", "missing.yaml")
        let place = FileManager.default.currentDirectoryPath
        let message = "There is no configuration file “missing.yaml” in “\(place)”; correct the path."
        #expect(failed == Conclusion(errors: "Error: \(message)\n", exitCode: 1))
        let json = try await run(Bare.self, "config", "validate", "missing.yaml", "--json")
        let failure = try JSONDecoder().decode(ToolFailure.self, from: Data(json.errors.utf8))
        #expect(json.output.isEmpty && json.exitCode == 1)
        #expect(failure.error.code == "configuration" && failure.error.message == message)
    }

    @Test func aProgramsToolKnowsWhichConfigurationsItsModelsNeed() async throws {
        let library = try Library()
        try library.write("stores: { Other: { type: sqlite } }", to: "granary.yaml")
        #expect(try await run(Bare.self, "config", "validate", library.config).exitCode == 0)
        let failed = try await run(FirstProgram.self, "config", "validate", library.config)
        #expect(failed.exitCode == 1 && failed.errors.contains("“Default” has no store"))
    }

    @Test func whatIsSetForAStoreIsShown() async throws {
        let library = try Library()
        try library.write(
            """
            location: /srv/data
            stores:
              Cache: { type: sqlite, kind: purgeable, followsOthers: true, perAccount: true, keepsLostData: false }
              Main: { type: sqlite, consents: "drop Book.note; drop Author", mustExist: true }
            """, to: "granary.yaml")
        let shown = try await run(Bare.self, "config", "show", library.config)
        let rows = shown.output.split(separator: "\n").map { $0.split(separator: " ").joined(separator: " ") }
        for row in [
            "Cache sqlite read-write delete /srv/data/cache.sqlite", "kind purgeable granary.yaml:3",
            "onIncompatible delete granary.yaml:3", "followsOthers true granary.yaml:3",
            "perAccount true granary.yaml:3", "keepsLostData false granary.yaml:3",
            "consents drop Author; drop Book.note granary.yaml:4", "mustExist true granary.yaml:4",
            "options.cacheSize 64MiB default",
        ] { #expect(rows.contains(row), "\(row) in \(shown.output)") }
        for line in shown.output.split(separator: "\n") { #expect(line.count <= 80, "\(line)") }
        let json = try document(
            ConfigurationDocument.self, try await run(Bare.self, "config", "show", library.config, "--json"))
        #expect(json.stores[0].onIncompatible == "delete" && json.stores[0].kind == "purgeable")
        #expect(json.stores[0].perAccount && !json.stores[1].perAccount)
        #expect(!json.stores[0].mustExist && json.stores[1].mustExist)
        #expect(json.stores[0].followsOthers && json.stores[1].consents == ["drop Author", "drop Book.note"])
    }

    @Test func overlaysApply() async throws {
        let library = try Library()
        try library.write("stores: { Default: { readOnly: true } }", to: "granary.production.yaml")
        let shown = try await run(
            Bare.self, "config", "show", library.config, "--environment", "production", "--json")
        let found = try document(ConfigurationDocument.self, shown)
        #expect(found.stores[0].isReadOnly)
        #expect(found.origins["stores.Default.readOnly"] == "granary.production.yaml:1")
        #expect(found.origins["stores.Default.type"]?.hasPrefix("granary.yaml:") == true)
    }

    @Test func variablesAndArgumentsAreOrigins() async throws {
        let library = try Library()
        try library.write("stores: { Default: { type: disk, file: a.db } }", to: "granary.yaml")
        var source = FileConfigurationSource(
            path: library.config, variables: ["GRANARY_STORES_DEFAULT_OPTIONS_CACHE_SIZE": "2MB"],
            arguments: ["program", "--granary-stack-workers=3", "--granary-stack-strict-loading"])
        let registry = try StoreRegistry([Plain.self, Disk.self])
        func listing() async throws -> ConfigurationListing {
            let read = try await source.read(for: ConfigurationRequest(schema: nil, registry: registry))
            return try ConfigurationListing(
                read.configuration, registry: registry, sections: [], origins: read.origins)
        }
        let origins = try await listing().document.origins
        #expect(
            origins["stores.Default.options.cacheSize"] == "GRANARY_STORES_DEFAULT_OPTIONS_CACHE_SIZE")
        #expect(origins["stack.workers"] == "--granary-stack-workers")
        #expect(origins["stack.strictLoading"] == "--granary-stack-strict-loading")
        #expect(origins["stores.Default.file"] == "granary.yaml:1")
        let text = try await listing().text(width: 80)
        for line in text.split(separator: "\n") { #expect(line.count <= 80, "\(line)") }
        #expect(text.contains("GRANARY_STORES_DEFAULT_"), "\(text)")
        // A file of another type counts no more, nor does its line.
        source.variables["GRANARY_STORES_DEFAULT_TYPE"] = "plain"
        source.variables["GRANARY_STORES_DEFAULT_OPTIONS_CACHE_SIZE"] = nil
        let other = try await listing().document
        #expect(other.origins["stores.Default.file"] == "default")
        #expect(other.origins["stores.Default.type"] == "GRANARY_STORES_DEFAULT_TYPE")
    }

    @Test func whatAProgramHasSetComesFromIt() throws {
        let registry = try StoreRegistry([Plain.self, Disk.self])
        var store = StoreConfiguration(
            name: "Main", type: "disk", options: StoreOptions(["password": "hunter2", "durability": "full"]))
        store.isReadOnly = true
        let listing = try ConfigurationListing(
            StackConfiguration(stores: [store]), registry: registry, sections: [])
        let origins = listing.document.origins
        #expect(origins["stores.Main.readOnly"] == "program" && origins["stores.Main.type"] == "program")
        #expect(origins["stores.Main.options.password"] == "program")
        #expect(origins["stores.Main.options.durability"] == "default")
        #expect(origins["stores.Main.file"] == "default" && origins["stack.workers"] == "default")
        #expect(!listing.text(width: 80).contains("hunter2"))
    }

    @Test func longWordsAreBrokenBetweenNames() {
        var table = TextTable(rows: [["a", "one/two_three-four fives"]], limits: [1: 8])
        table.breaksWords = true
        #expect(
            table.text == """
                a  one/two_
                   three-
                   four
                   fives
                """)
    }
}
