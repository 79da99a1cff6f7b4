import FoundationEssentials
import Granary
import Testing

/// What is wrong with a configuration is said in one error, before anything opens.
@Suite struct FileConfigurationProblemTests {
    func problems(_ yaml: String, variables: [String: String] = [:], arguments: [String] = []) async throws
        -> [String]
    {
        try await ConfigurationFiles(["granary.yaml": yaml]).problems(
            variables: variables, arguments: arguments)
    }

    @Test func everyProblemIsReportedAtOnce() async throws {
        let files = try ConfigurationFiles([
            "granary.yaml": """
            storage: ./data
            stores:
              Reference: { type: memori }
              Operations:
                type: disk
                readonly: true
                options:
                  cachesize: 64MB
                  readers: many
            """
        ])
        let error = await #expect(throws: GranaryError.self) { try await files.read() }
        #expect(error?.code == .configuration)
        #expect(error?.context.keyPath == "storage")
        #expect(error?.context.path == "\(files.directory)/granary.yaml")
        #expect(
            error?.message == """
                The configuration is not valid. There are 5 problems:
                - granary.yaml:1: storage: This key is not known here (known: location, stack, stores). Did you mean “stores”?
                - granary.yaml:6: stores.Operations.readonly: This key is not known here (known: consents, file, followsOthers, keepsLostData, kind, location, mustExist, onIncompatible, options, perAccount, readOnly, type). Did you mean “readOnly”?
                - granary.yaml:8: stores.Operations.options.cachesize: Stores of the type disk have no option of this name (cacheSize, durability, password, readers, timeout, verify). Did you mean “cacheSize”?
                - granary.yaml:9: stores.Operations.options.readers: “many” is not a whole number from 1 to 64.
                - granary.yaml:3: stores.Reference.type: The store type “memori” is not registered (registered: disk, memory). Did you mean “memory”? Otherwise import the backend's module and pass it to `backends:` or `registry.register(…)`.
                """)
    }

    @Test func anUnknownTypeAloneHasItsOwnCode() async throws {
        let files = try ConfigurationFiles(["granary.yaml": "stores: { A: { type: sqlite } }"])
        let error = await #expect(throws: GranaryError.self) { try await files.read() }
        #expect(error?.code == .unknownStoreType)
        #expect(error?.message.contains("Add the product GranarySQLite to the target") == true)
    }

    @Test func shapes() async throws {
        #expect(
            try await problems("- a\n- b") == [
                "granary.yaml:1: This is a list, but must be a mapping with the keys location, stack, stores."
            ])
        #expect(
            try await problems("stores: [a, b]") == [
                """
                granary.yaml:1: stores: This is a list, but must be a mapping of configuration names to \
                stores.
                """
            ])
        #expect(
            try await problems("stores:\n  Main: disk") == [
                """
                granary.yaml:2: stores.Main: This is a single value, but must be a mapping with the keys \
                consents, file, followsOthers, keepsLostData, kind, location, mustExist, onIncompatible, options, perAccount, readOnly, type.
                """
            ])
        #expect(
            try await problems("stores:\n  Main: { type: disk, file: { a: b }, options: fast }") == [
                "granary.yaml:2: stores.Main.file: This is a mapping, but must be a single value.",
                """
                granary.yaml:2: stores.Main.options: This is a single value, but must be a mapping of \
                option names to values.
                """,
            ])
        #expect(
            try await problems("stores: { Main: { type: disk, file: , options: { readers: [1] } } }") == [
                "granary.yaml:1: stores.Main.file: The key has no value; give it one or remove it.",
                "granary.yaml:1: stores.Main.options.readers: This is a list, but must be a single value.",
            ])
    }

    @Test func values() async throws {
        #expect(
            try await problems("location: data") == [
                """
                granary.yaml: stores: There are no stores; add `stores:` with a store for each \
                configuration.
                """
            ])
        let found = try await problems(
            """
            location: ~/data
            stack: { workers: 0, automaticMerge: sometimes, restsAfter: 5 }
            stores:
              Main:
                type: disk
                file: ../up.db
                readOnly: perhaps
                onIncompatible: remove
                options: { cacheSize: 1, timeout: 5, durability: ful, verify: 2, password: hunter2 }
            """)
        #expect(
            found == [
                "granary.yaml:2: stack.workers: “0” is not a whole number from 1 to 1024.",
                "granary.yaml:2: stack.automaticMerge: “sometimes” is not true or false.",
                """
                granary.yaml:2: stack.restsAfter: “5” is not a time such as 5s, from 10ms to 8760h.
                """,
                """
                granary.yaml:1: location: The location begins with “~”, which only shells expand; write \
                the whole path.
                """,
                "granary.yaml:7: stores.Main.readOnly: “perhaps” is not true or false.",
                """
                granary.yaml:8: stores.Main.onIncompatible: “remove” is not one of migrate, refuse, moveAside, \
                delete. Did you mean “refuse”?
                """,
                """
                granary.yaml:9: stores.Main.options.password: This option is a secret; refer to it as `{ \
                env: NAME }` or `{ file: PATH }`.
                """,
                """
                granary.yaml:6: stores.Main.file: The file name “../up.db” contains a separator; name the \
                directory as `location`.
                """,
                """
                granary.yaml:9: stores.Main.options.cacheSize: “1” is not a size such as 64MB, from \
                1kB to 1GB.
                """,
                """
                granary.yaml:9: stores.Main.options.durability: “ful” is not one of full, process. Did you \
                mean “full”?
                """,
                """
                granary.yaml:9: stores.Main.options.timeout: “5” is not a time such as 5s, from 0 \
                to 1m.
                """,
                "granary.yaml:9: stores.Main.options.verify: “2” is not true or false.",
            ])
        #expect(
            try await problems("stores: { Main: { file: a.db }, Other: { type: memory, file: b.db } }") == [
                "granary.yaml:1: stores.Main: The store has no type; add `type:` with one of: disk, memory.",
                """
                granary.yaml:1: stores.Other.file: Stores of the type memory have no file; leave it out or \
                choose another type.
                """,
            ])
    }

    @Test func secrets() async throws {
        let store: (String) -> String = { "stores: { Main: { type: disk, options: { password: \($0) } } }" }
        let place = "granary.yaml:1: stores.Main.options.password: "
        let reference = place + "This option is a secret; refer to it as `{ env: NAME }` or `{ file: PATH }`."
        #expect(try await problems(store("hunter2")) == [reference])
        #expect(try await problems(store("{ env: A, file: B }")) == [reference])
        #expect(try await problems(store("{ environment: A }")) == [reference])
        #expect(
            try await problems(store("{ env: MISSING }")) == [
                place + "The environment variable “MISSING” that holds the secret is not set; set it."
            ])
        #expect(
            try await problems(store("{ env: EMPTY }"), variables: ["EMPTY": ""]) == [
                place + "The environment variable “EMPTY” that holds the secret is empty."
            ])
        #expect(
            try await problems(store("{ file: missing.txt }")).map {
                $0.replacing(#/granary-configuration-[-A-F0-9]+/#, with: "X")
            } == [
                place + "The file “DIR/missing.txt” that holds the secret is missing or cannot be read."
            ])
        #expect(
            try await problems(
                store("{ env: A }"), variables: ["A": "x"],
                arguments: ["--granary-stores-main-options-password=hunter2"]) == [
                    """
                    --granary-stores-main-options-password: stores.Main.options.password: This option is a \
                    secret; refer to it as `{ env: NAME }` or `{ file: PATH }`.
                    """
                ])
        #expect(
            try await problems("stores: { Main: { type: disk, options: { readers: { env: A } } } }") == [
                """
                granary.yaml:1: stores.Main.options.readers: A single value is needed; only secrets are \
                given by reference.
                """
            ])
    }

    @Test func overrides() async throws {
        let yaml = "stores: { Main: { type: disk } }"
        #expect(
            try await problems(
                yaml,
                variables: [
                    "GRANARY_STORES_MAIN_FIEL": "x", "GRANARY_STACK_WORKERS": "lots",
                    "GRANARY_LOCATIONS": "x",
                ],
                arguments: ["--granary-stores-man-file=x", "--granary-stores-main-file=a,b"]) == [
                    """
                    --granary-stores-man-file: This is not a known setting; correct or remove it. Did you mean \
                    “--granary-stores-main-file”?
                    """,
                    "GRANARY_LOCATIONS: This is not a known setting; correct or remove it. Did you mean “GRANARY_LOCATION”?",
                    """
                    GRANARY_STORES_MAIN_FIEL: This is not a known setting; correct or remove it. Did you mean \
                    “GRANARY_STORES_MAIN_FILE”?
                    """,
                    "GRANARY_STACK_WORKERS: stack.workers: “lots” is not a whole number from 1 to 1024.",
                    """
                    --granary-stores-main-file: stores.Main.file: One value without a comma is needed; \
                    write `--granary-stores-main-file=VALUE`.
                    """,
                ])
        #expect(
            try await problems(
                "stores: { Main: { type: memory } }", variables: ["GRANARY_STORES_MAIN_OPTIONS_READERS": "2"])
                == [
                    """
                    GRANARY_STORES_MAIN_OPTIONS_READERS: stores.Main.options.readers: Stores of the type \
                    memory have no option of this name (there are none).
                    """
                ])
    }

    @Test func placement() async throws {
        let models = ["A", "B"].map { name in
            (
                ModelDescription(name: name, attributes: [.init("id", .integer)], key: ["id"]),
                (any Model.Type)?.none
            )
        }
        let schema = try Schema(
            "Flights", descriptions: models, configurations: ["Reference": ["A", "B"], "Session": []])
        let files = try ConfigurationFiles(["granary.yaml": "stores:\n  Referense: { type: memory }"])
        #expect(
            try await files.problems(schema: schema) == [
                """
                granary.yaml:2: stores.Referense: The schema “Flights” has no configuration of this name \
                (Reference, Session). Did you mean “Reference”?
                """,
                """
                granary.yaml: stores.Reference: The configuration “Reference” has no store, so A, B would \
                be stored nowhere; add `Reference: { type: … }` under `stores`.
                """,
                """
                granary.yaml: stores.Session: The configuration “Session” has no store; add `Session: { \
                type: … }` under `stores`.
                """,
            ])
    }

    @Test func overlays() async throws {
        let yaml = "stores: { Main: { type: memory } }"
        let files = try ConfigurationFiles([
            "granary.yaml": yaml, "granary.test.yaml": "stores: { Main: { typ: disk } }",
            "granary.production.yaml": "",
        ])
        #expect(
            try await files.problems(environment: "tset") == [
                """
                granary.yaml: The overlay “granary.tset.yaml” of the environment “tset” does not exist \
                (there are: production, test); create it, it may be empty, or leave the environment out. \
                Did you mean “test”?
                """
            ])
        #expect(
            try await files.problems(environment: "../test") == [
                """
                granary.yaml: The environment’s name becomes a part of a file name and may only have \
                letters, digits, “-” and “_”.
                """
            ])
        #expect(
            try await files.problems(environment: "test") == [
                """
                granary.test.yaml:1: stores.Main.typ: This key is not known here (known: consents, file, followsOthers, keepsLostData, kind, location, mustExist, \
                onIncompatible, options, perAccount, readOnly, type). Did you mean “type”?
                """
            ])
    }

    // MARK: Files that cannot be read

    @Test func unreadableFiles() async throws {
        let files = try ConfigurationFiles([
            "empty.yaml": "  \n# nothing\n", "empty.json": " \n", "a.toml": "",
            "many.yaml": "a: 1\n---\nb: 2\n",
            "broken.yaml": "stores:\n  Main: { type: disk, password: hunter2\n",
            "twice.yaml": "stores: 1\nstores: 2\n",
            "broken.json": "{\n  \"stores\": {\n    \"password\" \"hunter2\"\n  }\n}",
            "key.yaml": "? [a]\n: b\n", "yaml.json": "{ stores: {} }", "twice.json": "{ \"a\": 1, \"a\": 2 }",
        ])
        try files.write("latin.yaml", Data([0x61, 0x3a, 0x20, 0xe9]))
        try files.write("nul.yaml", Data([0x61, 0x3a, 0x20, 0x00]))
        try FileManager.default.createDirectory(
            atPath: "\(files.directory)/folder.yaml", withIntermediateDirectories: true)
        let empty = "The file is empty; it needs at least `stores:` with a store for each configuration."
        let expected = [
            ("missing.yaml", "There is no configuration file “DIR/missing.yaml”; correct the path."),
            ("folder.yaml", "folder.yaml: This is a directory; name a file."),
            ("a.toml", "a.toml: The file’s extension names no format; use .yaml, .yml or .json."),
            ("empty.yaml", "empty.yaml: \(empty)"), ("empty.json", "empty.json: \(empty)"),
            ("latin.yaml", "latin.yaml: The file is not UTF-8 text."),
            ("nul.yaml", "nul.yaml: The YAML cannot be read: control characters are not allowed."),
            ("many.yaml", "many.yaml:2: The file holds more than one document; keep one."),
            (
                "broken.yaml",
                "broken.yaml:3: The YAML cannot be read: did not find expected ',' or '}' (column 1)."
            ),
            ("twice.yaml", "twice.yaml:1: The key stores stands twice in one mapping; keep one."),
            ("key.yaml", "key.yaml:1: A key is a list or a mapping; write it as a name."),
            (
                "broken.json",
                "broken.json:3: The JSON cannot be read: did not find expected ',' or '}' (column 16)."
            ),
            ("yaml.json", "yaml.json: The JSON cannot be read; check quotes, colons and the last commas."),
            ("twice.json", "twice.json:1: The key a stands twice in one mapping; keep one."),
        ]
        for (name, message) in expected {
            let found = try await files.problems(name)
            #expect(found == [message])
        }
    }

    @Test func aliasesCannotMultiplyWithoutEnd() async throws {
        var lines = ["a0: &a0 { x: 1, y: 2 }"]
        for level in 1...30 { lines.append("a\(level): &a\(level) { x: *a\(level - 1), y: *a\(level - 1) }") }
        #expect(
            try await problems(lines.joined(separator: "\n")).first?
                .hasSuffix("The file is nested too deeply or has too many parts.") == true)
        let nested = String(repeating: "{\"a\":", count: 600) + "1" + String(repeating: "}", count: 600)
        let files = try ConfigurationFiles(["granary.json": nested])
        #expect(
            try await files.problems("granary.json") == [
                "granary.json:1: The file is nested too deeply or has too many parts."
            ])
    }

    @Test func largeFilesAndThoseThatAreNoneAreNotRead() async throws {
        let files = try ConfigurationFiles(["large.yaml": String(repeating: "#", count: 1_100_000)])
        try FileManager.default.createSymbolicLink(
            atPath: "\(files.directory)/endless.yaml", withDestinationPath: "/dev/zero")
        #expect(
            try await files.problems("large.yaml") == [
                "large.yaml: The file is larger than 1 MiB, which no configuration is; name another."
            ])
        #expect(
            try await files.problems("endless.yaml") == [
                "endless.yaml: This is not a regular file; name one."
            ])
        let error = await #expect(throws: GranaryError.self) {
            try await FileConfigurationSource(path: "", arguments: []).configuration(
                for: ConfigurationRequest(schema: nil, registry: StoreRegistry()))
        }
        #expect(error?.message == "The path of the configuration is empty; name a file.")
    }

    @Test func aTabIsExplained() async throws {
        #expect(
            try await problems("stores:\n\tMain: { type: memory }") == [
                """
                granary.yaml:2: The YAML cannot be read: found character that cannot start any token (column 1). \
                Indent with spaces, not with tabs, and put a value that begins with a special character in quotes.
                """
            ])
    }

    @Test func theListOfProblemsEnds() async throws {
        let stores = (1...70).map { "  S\($0): { type: disk, file: ../x }" }.joined(separator: "\n")
        let lines = try await problems("stores:\n\(stores)")
        #expect(lines.count == 51)
        #expect(lines.last == "and 20 more; correct these first.")
    }

    @Test func terminalsAreNotTakenOver() async throws {
        let lines = try await problems("\"a\\e[31m\": 1\n? \"\(String(repeating: "k", count: 5_000))\"\n: 1")
        #expect(lines.first?.hasPrefix("granary.yaml:1: a\\u{1B}[31m: This key is not known here") == true)
        #expect(lines.allSatisfy { $0.count <= 1_001 })
    }

    @Test func theDescriptionNamesThePathOnce() async throws {
        let files = try ConfigurationFiles([:])
        let error = await #expect(throws: GranaryError.self) { try await files.read("missing.yaml") }
        #expect(error?.description.split(separator: "missing.yaml").count == 2)
    }
}
