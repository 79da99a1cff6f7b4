import Granary
import Testing

/// A configuration may describe a store for every account, which a stack that is opened by itself refuses.
@Suite(.timeLimit(.minutes(1))) struct AccountStoreTests {
    private static func store(_ type: StoreType, in location: String? = nil) -> StoreConfiguration {
        var store = StoreConfiguration(name: "Main", type: type, location: location)
        store.isPerAccount = true
        return store
    }

    /// The place of the store of one account.
    private func path(_ place: String, in location: String?) throws -> String? {
        let one = try Self.store("disk", in: location).inPlace(place, StackConfigurationTests.registry())
        #expect(!one.isPerAccount)
        return try FakeDisk.location(of: one)
    }

    @Test func itIsReadFromAFile() async throws {
        let files = try ConfigurationFiles([
            "granary.yaml": """
            stores:
              Main: { type: disk, perAccount: true }
              Other: { type: disk }
            """
        ])
        let configuration = try await files.read()
        let main = try #require(configuration.store(for: "Main"))
        #expect(main.isPerAccount && configuration.store(for: "Other")?.isPerAccount == false)
        #expect("\(main)".contains("per account"))
        var plain = main
        plain.isPerAccount = false
        #expect(plain != main)
        let argument = "--granary-stores-main-per-account=false"
        #expect(try await files.read(arguments: [argument]).store(for: "Main")?.isPerAccount == false)
    }

    @Test func filesOfAnAccountAreInADirectoryOfItsOwn() throws {
        #expect(try path("a1", in: "/srv") == "/srv/accounts/a1/main.disk")
        #expect(try path("a1", in: nil) == "accounts/a1/main.disk")
        let longest = String(repeating: "z", count: 32)
        #expect(try path(longest, in: "/srv") == "/srv/accounts/\(longest)/main.disk")
    }

    @Test func placesAreBelowTheStandardPlace() throws {
        let registry = try StackConfigurationTests.registry()
        var many = Self.store("disk")
        many.kind = .purgeable
        let placed = try many.placed(in: StandardPlaces(variables: ["HOME": "/home/ada"]), for: "T", registry)
        let one = try placed.inPlace("a1", registry)
        #expect(try FakeDisk.location(of: one) == "/home/ada/.cache/T/accounts/a1/main.disk")
        #expect(one.kind == .purgeable)
    }

    @Test(arguments: ["", "A", "a/b", "..", "a b", "\u{E9}", "a\u{301}", "\u{661}", "a\0", "a_b"])
    func aPlaceIsAPlainName(_ place: String) throws {
        let error = #expect(throws: GranaryError.self) { try path(place, in: "/srv") }
        #expect(error?.code == .configuration)
        #expect(throws: GranaryError.self) { try path(String(repeating: "a", count: 33), in: "/srv") }
    }

    @Test func aBackendThatCannotKeepThemApartIsRefusedAtSetUp() async throws {
        let files = try ConfigurationFiles([
            "granary.yaml": "stores:\n  Main: { type: memory, perAccount: true }"
        ])
        #expect(
            try await files.problems() == [
                "granary.yaml:2: stores.Main.perAccount: The backend of the type “memory” does not say where one of many stores is; leave out `perAccount`, or choose another type."
            ])
    }

    @Test func aStackThatIsOpenedByItselfNamesAccounts() async throws {
        let remedy = "Open the stores of an account by accounts, or leave out `perAccount`."
        let opening = await #expect(throws: GranaryError.self) {
            _ = try await PersistentStack.open(
                StackConfigurationTests.schema(), configuration: .values([Self.store("disk", in: "/srv")]),
                backends: [Backend(FakeDisk.self)])
        }
        #expect(opening?.code == .configuration && opening?.message.contains(remedy) == true)
        #expect(opening?.context.keyPath == "stores.Main.perAccount")
        let files = try ConfigurationFiles([
            "granary.yaml": "stack: { workers: 0 }\nstores:\n  Main: { type: disk, perAccount: true }"
        ])
        let source = FileConfigurationSource(
            path: "\(files.directory)/granary.yaml", variables: [:], arguments: ["program"])
        let file = await #expect(throws: GranaryError.self) {
            _ = try await PersistentStack.open(
                StackConfigurationTests.schema(), configuration: source, backends: [Backend(FakeDisk.self)])
        }
        let lines = file?.message.split(separator: "\n").dropFirst().map { String($0) } ?? []
        #expect(lines.count == 2 && lines.last?.contains(remedy) == true, "\(lines)")
        #expect(lines.last?.contains("granary.yaml:3: stores.Main.perAccount: ") == true, "\(lines)")
        let stack = PersistentStack(
            try StackConfigurationTests.schema(), registry: try StackConfigurationTests.registry())
        let attaching = #expect(throws: GranaryError.self) {
            try stack.attachPersistentStore(for: Self.store("disk", in: "/srv"))
        }
        #expect(attaching?.code == .configuration && attaching?.message.contains(remedy) == true)
        #expect(stack.attachedStores.isEmpty)
    }
}
