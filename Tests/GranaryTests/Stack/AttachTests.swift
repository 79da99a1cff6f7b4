import Granary
import Testing

/// Stores attached in code are held to the same rules as those of a configuration file.
@Suite struct AttachTests {
    private func problem(_ stores: [StoreConfiguration], at location: String? = nil) throws -> GranaryError? {
        let stack = PersistentStack(
            try StackConfigurationTests.schema(), registry: try StackConfigurationTests.registry())
        let error = #expect(throws: GranaryError.self) {
            try stack.attachPersistentStores(at: location, for: stores)
        }
        #expect(stack.attachedStores.isEmpty)
        return error
    }

    @Test func optionsAndPathsAreChecked() throws {
        var store = StoreConfiguration(name: "Main", type: "disk", file: "a/b")
        store.options["readers"] = "0"
        store.options["reader"] = "1"
        let error = try problem([store], at: "")
        #expect(error?.code == .configuration)
        #expect(
            error?.message == """
                The configuration is not valid. There are 4 problems:
                - stores.Main.file: The file name “a/b” contains a separator; name the directory as `location`.
                - stores.Main.location: The location is empty; leave it out or name a directory.
                - stores.Main.options.reader: Stores of the type disk have no option of this name (cacheSize, durability, password, readers, timeout, verify). Did you mean “readers”?
                - stores.Main.options.readers: “0” is not a whole number from 1 to 64.
                """)
    }

    @Test func namesAreCheckedInTheWordsOfAConfiguration() throws {
        let stack = PersistentStack(
            try StackConfigurationTests.schema(), registry: try StackConfigurationTests.registry())
        try stack.attachPersistentStore(for: StoreConfiguration(name: "Main", type: "memory"))
        let error = #expect(throws: GranaryError.self) {
            try stack.attachPersistentStores(for: [
                StoreConfiguration(name: "Main", type: "memory"),
                StoreConfiguration(name: "Mian", type: "memory"),
            ])
        }
        #expect(
            error?.message == """
                The configuration is not valid. There are 2 problems:
                - stores.Mian: The schema “Test” has no configuration of this name (Main). Did you mean “Main”?
                - stores.Main: A store is attached for this configuration already; detach that one first.
                """)
        #expect(stack.attachedStores.map(\.name) == ["Main"])
    }

    @Test func aFileForAStoreWithoutOneIsRefused() throws {
        let error = try problem([StoreConfiguration(name: "Main", type: "memory", file: "main.db")])
        #expect(error?.message.contains("Stores of the type memory have no file") == true)
    }

    @Test func anUnknownTypeKeepsItsCode() throws {
        let error = try problem([StoreConfiguration(name: "Main", type: "disc")])
        #expect(error?.code == .unknownStoreType)
        #expect(error?.message.contains("Did you mean “disk”?") == true)
    }
}
