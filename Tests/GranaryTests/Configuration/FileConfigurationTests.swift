import FoundationEssentials
import Granary
import Testing

/// What a configuration file, its overlay, the environment and the command line come to.
@Suite struct FileConfigurationTests {
    static let yaml = """
        location: ./data
        stack: { workers: 4, automaticMerge: off, restsAfter: 5m }
        stores:
          Reference:  { type: memory }
          Operations:
            type: disk
            file: operations.db
            readOnly: true
            onIncompatible: moveAside
            consents: drop Flight.gate; drop Trip
            keepsLostData: no
            options: { cacheSize: 64MB, readers: 8 }
        """

    static let json = """
        {
          "location": "./data", "stack": { "workers": 4, "automaticMerge": false, "restsAfter": "300s" },
          "stores": {
            "Reference": { "type": "memory" },
            "Operations": {
              "type": "disk", "file": "operations.db", "readOnly": true, "onIncompatible": "moveAside",
              "consents": "drop Flight.gate; drop Trip", "keepsLostData": false,
              "options": { "cacheSize": "64MB", "readers": 8 }
            }
          }
        }
        """

    @Test(arguments: [("granary.yaml", yaml), ("granary.yml", yaml), ("granary.json", json)])
    func everyFormatMeansTheSame(_ name: String, _ text: String) async throws {
        let files = try ConfigurationFiles([name: text])
        let configuration = try await files.read(name)
        let location = "\(files.directory)/data"
        var operations = StoreConfiguration(
            name: "Operations", type: "disk", location: location, file: "operations.db",
            options: StoreOptions(["cacheSize": "64MB", "readers": "8"]))
        operations.isReadOnly = true
        operations.onIncompatible = .moveAside
        operations.consents = ["drop Flight.gate", "drop Trip"]
        operations.keepsLostData = false
        let reference = StoreConfiguration(name: "Reference", type: "memory", location: location)
        var settings = StackSettings()
        settings.workers = 4
        settings.automaticMerge = false
        settings.restsAfter = .seconds(300)
        #expect(
            configuration
                == StackConfiguration(
                    location: location, stores: [operations, reference],
                    settings: settings))
        #expect(try configuration.store(for: "Operations")?.resolvedPath() == "\(location)/operations.db")
    }

    @Test func withoutALocationStoresAreBesideTheFile() async throws {
        let files = try ConfigurationFiles(["granary.yaml": "stores: { Main: { type: disk } }"])
        let store = try await files.read().store(for: "Main")
        #expect(try store?.resolvedPath() == "\(files.directory)/main.disk")
    }

    @Test func absoluteLocationsStay() async throws {
        let files = try ConfigurationFiles([
            "granary.yaml":
                "{ location: /srv, stores: { A: { type: disk }, B: { type: disk, location: /b } } }"
        ])
        let configuration = try await files.read()
        #expect(try configuration.store(for: "A")?.resolvedPath() == "/srv/a.disk")
        #expect(try configuration.store(for: "B")?.resolvedPath() == "/b/b.disk")
    }

    // MARK: The hierarchy

    static let layered = [
        "granary.yaml": """
        stores:
          Main: { type: disk, file: base.db, readOnly: false, options: { readers: 1, cacheSize: 1MB } }
        """,
        "granary.test.yaml": "stores: { Main: { file: overlay.db, options: { readers: 2 } } }",
        "granary.production.yaml": "",
    ]

    @Test func anOverlayReplacesSingleValues() async throws {
        let files = try ConfigurationFiles(Self.layered)
        let store = try await files.read(environment: "test").store(for: "Main")
        #expect(store?.file == "overlay.db")
        #expect(store?.options == StoreOptions(["readers": "2", "cacheSize": "1MB"]))
    }

    @Test func anOverlayMayBeEmpty() async throws {
        let files = try ConfigurationFiles(Self.layered)
        #expect(try await files.read(environment: "production") == files.read())
    }

    @Test func theOverlayIsNamedByArgumentOrVariable() async throws {
        let files = try ConfigurationFiles(Self.layered)
        let variables = ["GRANARY_ENVIRONMENT": "test"]
        #expect(try await files.read(variables: variables).store(for: "Main")?.file == "overlay.db")
        let arguments = ["--granary-environment=production"]
        #expect(
            try await files.read(variables: variables, arguments: arguments).store(for: "Main")?.file
                == "base.db")
        let both = try await files.read(environment: "test", arguments: arguments)
        #expect(both.store(for: "Main")?.file == "overlay.db")
    }

    @Test func variablesReplaceFilesAndArgumentsReplaceVariables() async throws {
        let files = try ConfigurationFiles(Self.layered)
        let variables = [
            "GRANARY_STORES_MAIN_FILE": "variable.db", "GRANARY_STORES_MAIN_OPTIONS_CACHE_SIZE": "2MB",
            "GRANARY_STORES_MAIN_READ_ONLY": "yes", "GRANARY_STACK_WORKERS": "3", "GRANARY_LOCATION": "here",
            "GRANARY_OTHER": "not ours",
        ]
        var configuration = try await files.read(environment: "test", variables: variables)
        var store = try #require(configuration.store(for: "Main"))
        #expect(store.file == "variable.db" && store.isReadOnly && store.location == "here")
        #expect(store.options == StoreOptions(["readers": "2", "cacheSize": "2MB"]))
        #expect(configuration.settings.workers == 3 && !configuration.settings.strictLoading)

        let arguments = [
            "import", "--granary-stores-main-file=argument.db", "--granary-stores-main-options-readers", "9",
            "--granary-stack-strict-loading", "--other", "--granary-stores-main-read-only=false",
        ]
        configuration = try await files.read(variables: variables, arguments: arguments)
        store = try #require(configuration.store(for: "Main"))
        #expect(store.file == "argument.db" && !store.isReadOnly)
        #expect(store.options == StoreOptions(["readers": "9", "cacheSize": "2MB"]))
        #expect(configuration.settings.strictLoading)
    }

    @Test func changingTheTypeLeavesFileAndOptionsBehind() async throws {
        var texts = Self.layered
        texts["granary.test.yaml"] = "stores: { Main: { type: memory } }"
        let files = try ConfigurationFiles(texts)
        let store = try await files.read(environment: "test").store(for: "Main")
        #expect(store?.type == "memory" && store?.file == nil && store?.options.names == [])
        let variables = ["GRANARY_STORES_MAIN_TYPE": "disk", "GRANARY_STORES_MAIN_FILE": "again.db"]
        let again = try await files.read(environment: "test", variables: variables).store(for: "Main")
        #expect(again?.type == "disk" && again?.file == "again.db")
    }

    @Test func aVariableMayAddAStoreOfTheSchema() async throws {
        let files = try ConfigurationFiles(["granary.yaml": "stores: { Main: { type: memory } }"])
        let models = ["A", "B"].map { name in
            (
                ModelDescription(name: name, attributes: [.init("id", .integer)], key: ["id"]),
                (any Model.Type)?.none
            )
        }
        let schema = try Schema(
            "Test", descriptions: models, configurations: ["Main": ["A"], "UserData": ["B"]])
        let configuration = try await files.read(
            variables: ["GRANARY_STORES_USER_DATA_TYPE": "disk"], schema: schema)
        #expect(configuration.stores.map(\.name) == ["Main", "UserData"])
    }

    // MARK: Secrets

    @Test(arguments: [
        "{ env: SECRET }", "env:SECRET", "{ file: secret.txt }", "file:secret.txt",
    ])
    func secretsAreFetchedByReference(_ reference: String) async throws {
        let files = try ConfigurationFiles([
            "granary.yaml": "stores: { Main: { type: disk, options: { password: \(reference) } } }",
            "secret.txt": "hunter2\n",
        ])
        let configuration = try await files.read(variables: ["SECRET": "hunter2"])
        #expect(configuration.store(for: "Main")?.options["password"] == "hunter2")
        var shown = "\(configuration)" + String(reflecting: configuration)
        dump(configuration, to: &shown)
        #expect(!shown.contains("hunter2"))
    }

    @Test func theEnvironmentMayHoldOrReferToASecret() async throws {
        let files = try ConfigurationFiles([
            "granary.yaml": "stores: { Main: { type: disk } }", "secret.txt": "kept",
        ])
        let name = "GRANARY_STORES_MAIN_OPTIONS_PASSWORD"
        let held = try await files.read(variables: [name: "env:is not a reference"])
        #expect(held.store(for: "Main")?.options["password"] == "env:is not a reference")
        let variables = ["\(name)_FILE": "\(files.directory)/secret.txt"]
        let referred = try await files.read(variables: variables)
        #expect(referred.store(for: "Main")?.options["password"] == "kept")
        let arguments = ["--granary-stores-main-options-password=env:HELD"]
        let argument = try await files.read(variables: ["HELD": "x"], arguments: arguments)
        #expect(argument.store(for: "Main")?.options["password"] == "x")
    }

    @Test func aSecretEndsBeforeItsLineBreak() async throws {
        for (text, secret) in [("a\r\n", "a"), ("a\n", "a"), ("a", "a"), ("a\n\n", "a\n"), ("a\r", "a\r")] {
            let files = try ConfigurationFiles([
                "granary.yaml":
                    "stores: { Main: { type: disk, options: { password: { file: secret.txt } } } }",
                "secret.txt": text,
            ])
            let configuration = try await files.read()
            #expect(configuration.stores.first?.options["password"] == secret)
        }
    }

    @Test func secretsFromFilesWithoutAnEndAreRefused() async throws {
        let files = try ConfigurationFiles([
            "granary.yaml": "stores: { Main: { type: disk, options: { password: { file: /dev/zero } } } }"
        ])
        #expect(try await files.problems().first?.contains("it is too large or not UTF-8 text") == true)
    }

    @Test(arguments: [
        (#""\ud83d\udE00""#, "😀"), (#""\\ud83d""#, #"\ud83d"#), (#""a\/b\u00e9""#, "a/bé"),
    ])
    func jsonTextIsReadWithItsEscapes(_ written: String, _ read: String) async throws {
        let files = try ConfigurationFiles([
            "granary.json": #"{"stores": {"Main": {"type": "disk", "location": \#(written)}}}"#
        ])
        let location = try await files.read("granary.json").stores.first?.location
        #expect(location == "\(files.directory)/\(read)")
    }
}
