import Granary
import Testing

/// Configurations in code, and sources of other kinds.
@Suite struct StackConfigurationTests {
    static func schema() throws -> Schema {
        let model = ModelDescription(name: "A", attributes: [.init("id", .integer)], key: ["id"])
        return try Schema("Test", descriptions: [(model, nil)], configurations: ["Main": ["A"]])
    }

    static func registry() throws -> StoreRegistry { try StoreRegistry([FakeDisk.self, FakeMemory.self]) }

    @Test func valuesAreASource() async throws {
        let source: some ConfigurationSource = .values(
            [StoreConfiguration(name: "Main", type: "disk")], location: "/srv")
        let request = ConfigurationRequest(schema: try Self.schema(), registry: try Self.registry())
        let configuration = try await source.configuration(for: request)
        #expect(try configuration.store(for: "Main")?.resolvedPath() == "/srv/main.disk")
    }

    /// A source that a program might write itself: a store of one type for every configuration.
    @Test func configurationsAreToldApartByTheBytesOfTheirTexts() {
        let (composed, decomposed) = ("\u{E9}", "e\u{301}")
        func configuration(_ file: String, _ option: String) -> StoreConfiguration {
            StoreConfiguration(
                name: "Main", type: "fake", file: file, options: StoreOptions(["key": option]))
        }
        #expect(configuration(composed, "a") == configuration(composed, "a"))
        #expect(configuration(composed, "a") != configuration(decomposed, "a"))
        #expect(configuration("a", composed) != configuration("a", decomposed))
    }

    struct UniformSource: ConfigurationSource {
        var type: StoreType
        func configuration(for request: ConfigurationRequest) async throws -> StackConfiguration {
            let names = request.schema?.configurations ?? []
            return StackConfiguration(stores: names.map { StoreConfiguration(name: $0, type: type) })
        }
    }

    @Test func aSourceCanBeYourOwn() async throws {
        let source: any ConfigurationSource = UniformSource(type: "memory")
        let request = ConfigurationRequest(schema: try Self.schema(), registry: try Self.registry())
        let configuration = try await source.configuration(for: request)
        #expect(throws: Never.self) {
            try configuration.validate(for: Self.schema(), registry: Self.registry())
        }
        #expect(configuration.stores.map(\.name) == ["Main"])
    }

    @Test func whatASourceOfYourOwnGivesIsValidatedBeforeAnythingIsOpened() async throws {
        let error = await #expect(throws: GranaryError.self) {
            try await PersistentStack.open(
                Self.schema(), configuration: UniformSource(type: "none"), backends: [])
        }
        #expect(error?.code == .unknownStoreType)
        #expect(error?.context.keyPath == "stores.Main.type")
    }

    @Test(arguments: [
        Duration.zero, .seconds(-1), .milliseconds(9), .seconds(31_536_001), .seconds(Int64.max),
    ])
    func aTimeOfRestThatCannotBeIsRefused(_ time: Duration) throws {
        var settings = StackSettings()
        settings.restsAfter = time
        let configuration = StackConfiguration(
            stores: [StoreConfiguration(name: "Main", type: "memory")], settings: settings)
        let error = #expect(throws: GranaryError.self) {
            try configuration.validate(for: Self.schema(), registry: Self.registry())
        }
        #expect(error?.context.keyPath == "stack.restsAfter")
        #expect(error?.message.contains("is not a time such as 5s, from 10ms to 8760h.") == true)
    }

    @Test(arguments: [Duration.milliseconds(10), .seconds(300), .seconds(31_536_000)])
    func aTimeOfRestIsAllowed(_ time: Duration) throws {
        var settings = StackSettings()
        settings.restsAfter = time
        try StackConfiguration(
            stores: [StoreConfiguration(name: "Main", type: "memory")], settings: settings
        ).validate(for: Self.schema(), registry: Self.registry())
    }

    @Test func valuesAreValidatedAsAWhole() throws {
        var store = StoreConfiguration(name: "Main", type: "disk", location: "", file: "a/b")
        store.options["readers"] = "0"
        store.options["reader"] = "1"
        var settings = StackSettings()
        settings.workers = -1
        let configuration = StackConfiguration(
            stores: [
                store, StoreConfiguration(name: "Main", type: "none"),
                StoreConfiguration(name: "Mian", type: "memory"),
            ],
            settings: settings)
        let error = #expect(throws: GranaryError.self) {
            try configuration.validate(for: Self.schema(), registry: Self.registry())
        }
        #expect(error?.code == .configuration)
        #expect(
            error?.message == """
                The configuration is not valid. There are 8 problems:
                - stack.workers: “-1” is not a whole number from 1 to 1024.
                - stores.Main.file: The file name “a/b” contains a separator; name the directory as `location`.
                - stores.Main.location: The location is empty; leave it out or name a directory.
                - stores.Main.options.reader: Stores of the type disk have no option of this name (cacheSize, durability, password, readers, timeout, verify). Did you mean “readers”?
                - stores.Main.options.readers: “0” is not a whole number from 1 to 64.
                - stores.Main.type: The store type “none” is not registered (registered: disk, memory). Import the backend's module and pass it to `backends:` or `registry.register(…)`.
                - stores.Main: There are 2 stores for this configuration; keep one.
                - stores.Mian: The schema “Test” has no configuration of this name (Main). Did you mean “Main”?
                """)
    }
}
