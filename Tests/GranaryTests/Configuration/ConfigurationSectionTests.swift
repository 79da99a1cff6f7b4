import FoundationEssentials
import Granary
import Testing

/// A module's section of the configuration: read from every layer, and checked as strictly as the rest.
@Suite struct ConfigurationSectionTests {
    static let section = ConfigurationSection(
        "search", "The index of texts.",
        keys: [
            StoreOption("pause", .duration(1...60_000), "The time between two passes."),
            StoreOption("isEager", .bool, "Whether it begins at once."),
            StoreOption("mode", .choice(["words", "letters"]), "What is indexed."),
        ],
        groups: [
            ConfigurationSection.Group(
                "servers", "Where it is kept.",
                keys: [
                    StoreOption("url", .text, "The address."),
                    StoreOption("token", .text, "What proves who asks.", isSecret: true),
                ])
        ])

    static func schema() throws -> Schema {
        let model = ModelDescription(
            name: "Book", attributes: [AttributeDescription("id", .uuid)], key: ["id"])
        return try Schema("Library", descriptions: [(model, nil)], configurations: ["Main": ["Book"]])
            .reading(section)
    }

    private static let file = """
        stores: { Main: { type: disk } }
        search:
          pause: 5s
          mode: words
          servers:
            first: { url: "http://one", token: { env: TOKEN } }
            second: { url: "http://two" }
        """

    private func values(
        _ text: String = file, variables: [String: String] = ["TOKEN": "hunter2"], arguments: [String] = []
    ) async throws -> SectionValues {
        let files = try ConfigurationFiles(["granary.yaml": text])
        let read = try await files.read(variables: variables, arguments: arguments, schema: Self.schema())
        return try #require(read.settings.sections["search"])
    }

    private func problems(
        _ text: String, variables: [String: String] = [:], arguments: [String] = []
    ) async throws -> [String] {
        let files = try ConfigurationFiles(["granary.yaml": text])
        return try await files.problems(variables: variables, arguments: arguments, schema: Self.schema())
    }

    @Test func theFileGivesItsValues() async throws {
        let values = try await values()
        #expect(try values.options.milliseconds("pause", default: 1) == 5_000)
        #expect(values.options.names == ["mode", "pause"])
        let servers = try #require(values.groups["servers"])
        #expect(servers.keys.sorted() == ["first", "second"])
        #expect(servers["first"]?["url"] == "http://one" && servers["first"]?["token"] == "hunter2")
        #expect(servers["second"]?.names == ["url"])
        #expect(!"\(values)".contains("hunter2"))
    }

    @Test func variablesAndArgumentsOverrideTheFile() async throws {
        let variables = [
            "GRANARY_SEARCH_PAUSE": "7s", "GRANARY_SEARCH_SERVERS_FIRST_TOKEN": "secret",
            "GRANARY_SEARCH_MODE": "letters",
        ]
        let values = try await values(
            variables: variables,
            arguments: [
                "--granary-search-pause=9s", "--granary-search-servers-second-url=http://three",
                "--granary-search-is-eager",
            ])
        #expect(values.options["pause"] == "9s" && values.options["mode"] == "letters")
        #expect(try values.options.bool("isEager", default: false))
        #expect(values.groups["servers"]?["second"]?["url"] == "http://three")
        #expect(values.groups["servers"]?["first"]?["token"] == "secret")
    }

    @Test func withoutASectionThereAreNoValues() async throws {
        let files = try ConfigurationFiles(["granary.yaml": "stores: { Main: { type: disk } }"])
        #expect(try await files.read(schema: Self.schema()).settings.sections.isEmpty)
    }

    @Test func everyFaultIsNamedWithItsPlace() async throws {
        let found = try await problems(
            """
            stores: { Main: { type: disk } }
            search:
              pausse: 5s
              mode: wrods
              isEager: maybe
              servers:
                first: { uri: "http://one", token: hunter2 }
                second: 3
            serach: { pause: 5s }
            """)
        let text = found.joined(separator: "\n")
        #expect(found.count == 7, "\(text)")
        #expect(text.contains("granary.yaml:3: search.pausse: This key is not known here"))
        #expect(text.contains("Did you mean “pause”?"))
        #expect(text.contains("granary.yaml:4: search.mode: “wrods” is not one of words, letters."))
        #expect(text.contains("granary.yaml:5: search.isEager: “maybe” is not true or false."))
        #expect(text.contains("search.servers.first.uri: This key is not known here"))
        #expect(text.contains("search.servers.first.token: This option is a secret; refer to it"))
        #expect(text.contains("search.servers.second: This is a single value, but must be a mapping"))
        #expect(
            text.contains("granary.yaml:9: serach: This key is not known here") && text.contains("“search”"))
        #expect(!text.contains("hunter2"))
    }

    @Test func aSectionThatNobodyDeclaresIsAnError() async throws {
        let files = try ConfigurationFiles(["granary.yaml": Self.file])
        let found = try await files.problems(variables: ["TOKEN": "x"])
        #expect(found.count == 1 && found[0].contains("search: This key is not known here"), "\(found)")
    }

    @Test func mistypedOverridesAreErrors() async throws {
        let found = try await problems(
            Self.file,
            variables: ["TOKEN": "x", "GRANARY_SEARCH_PAUS": "1s", "GRANARY_SEARCHER": "is another's"],
            arguments: ["--granary-search-servers-third-url=x"])
        #expect(found.count == 2, "\(found)")
        #expect(
            found.contains { $0.contains("GRANARY_SEARCH_PAUS: ") && $0.contains("“GRANARY_SEARCH_PAUSE”") })
        #expect(found.contains { $0.contains("--granary-search-servers-third-url") })
    }

    @Test func valuesInCodeAreChecked() throws {
        var settings = StackSettings()
        settings.sections["search"] = SectionValues(
            StoreOptions(["pause": "1h", "depth": "3"]),
            groups: ["servers": ["a": StoreOptions(["url": "x"])], "x": [:]])
        settings.sections["other"] = SectionValues()
        let stores = [StoreConfiguration(name: "Main", type: "disk")]
        let registry = try StoreRegistry([FakeDisk.self, FakeMemory.self])
        do {
            try StackConfiguration(stores: stores, settings: settings).validate(
                for: Self.schema(), registry: registry)
            Issue.record("The faults were not found.")
        } catch let error as GranaryError {
            #expect(error.code == .configuration)
            for key in ["other", "search.depth", "search.pause", "search.x"] {
                #expect(error.message.contains("- \(key): "), "\(key) in \(error.message)")
            }
        }
    }

    @Test func aRequestMayKnowSectionsWithoutASchema() async throws {
        let files = try ConfigurationFiles(["granary.yaml": Self.file])
        let source = FileConfigurationSource(
            path: "\(files.directory)/granary.yaml", variables: ["TOKEN": "x"], arguments: [])
        var request = ConfigurationRequest(
            schema: nil, registry: try StoreRegistry([FakeDisk.self, FakeMemory.self]))
        request.sections = [Self.section]
        #expect(try await source.configuration(for: request).settings.sections["search"] != nil)
    }

    @Test func namesThatCannotBeAreRefused() throws {
        let schema = try Self.schema()
        for name in [
            "search", "stores", "stack", "location", "environment", "", "two words", "größe", "a.b", "1a",
        ] {
            #expect(throws: GranaryError.self) { try schema.reading(ConfigurationSection(name, "")) }
        }
        let twice = StoreOption("a", .text, "")
        #expect(throws: GranaryError.self) {
            try schema.reading(ConfigurationSection("other", "", keys: [twice, twice]))
        }
        #expect(throws: GranaryError.self) {
            try schema.reading(
                ConfigurationSection("other", "", keys: [twice], groups: [.init("a", "", keys: [])]))
        }
    }

    @Test func sectionsStayWithWhatIsMadeOfTheSchema() throws {
        let schema = try Self.schema().readableByOlderVersions().following([]).filling([])
        #expect(schema.sections == [Self.section] && schema.isReadableByOlderVersions)
    }
}
