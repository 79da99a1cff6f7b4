import Granary
import GranaryTestSupport
import Testing

/// Places of stores of files that exclude each other, and names that only shells understand.
@Suite struct PlaceCheckTests {
    private enum OtherDisk: StoreBackend {
        static let type: StoreType = "otherdisk"
        static let capabilities: Capabilities = [.durable, .persistent, .files]
        static let options: [StoreOption] = []
        static func location(of configuration: StoreConfiguration) throws -> String? {
            try configuration.resolvedPath()
        }
        static func open(_ request: StoreOpenRequest) throws -> any Store {
            throw GranaryError(.unsupported, "")
        }
        static func destroy(_ configuration: StoreConfiguration) throws {}
    }

    private func fault(_ first: StoreConfiguration, _ second: StoreConfiguration) throws -> GranaryError? {
        let registry = try StoreRegistry([FakeDisk.self, OtherDisk.self, FakeMemory.self])
        return failure {
            try StackConfiguration(stores: [first, second]).validate(for: nil, registry: registry)
        }
    }

    private func store(_ name: String, _ type: StoreType, _ location: String, _ file: String? = "x")
        -> StoreConfiguration
    {
        StoreConfiguration(name: name, type: type, location: location, file: file)
    }

    @Test func storesOfTwoTypesDoNotShareAPath() throws {
        let error = try fault(store("A", "disk", "/srv"), store("B", "otherdisk", "/srv"))
        #expect(error?.code == .configuration)
        #expect(error?.message.contains("same path “/srv/x”") == true, "\(error?.message ?? "")")
        #expect(error?.context.keyPath == "stores.B.location")
    }

    @Test func storesOfOneTypeShareAPath() throws {
        #expect(try fault(store("A", "disk", "/srv"), store("B", "disk", "/srv")) == nil)
        #expect(try fault(store("A", "disk", "/srv"), store("B", "otherdisk", "/srv", "y")) == nil)
        #expect(try fault(store("A", "disk", "/srv"), store("B", "otherdisk", "/srv", "xy")) == nil)
        #expect(try fault(store("A", "disk", "/srv"), store("B", "memory", "/srv", nil)) == nil)
    }

    @Test(arguments: [true, false]) func aStoreDoesNotLieInsideAnother(_ isFirst: Bool) throws {
        let (outer, inner) = (store("A", "disk", "/srv"), store("B", "disk", "/srv/x/deep"))
        let error = try isFirst ? fault(outer, inner) : fault(inner, outer)
        #expect(error?.code == .configuration && error?.message.contains("inside") == true)
    }

    @Test(arguments: ["$HOME/x", "a/${USER}/b", "/srv/$data"]) func variablesAreNotReplaced(
        _ location: String
    )
        throws
    {
        let error = try fault(store("A", "disk", location), store("B", "disk", "/srv"))
        #expect(error?.code == .configuration)
        #expect(error?.message.contains("only shells replace") == true, "\(error?.message ?? "")")
    }

    @Test(arguments: ["/srv/a$", "/srv/$1", "/srv/${", "/srv/${a", "/srv/a$-b"])
    func otherSignsAreJustSigns(_ location: String) throws {
        #expect(try fault(store("A", "disk", location), store("B", "disk", "/srv")) == nil)
    }
}
