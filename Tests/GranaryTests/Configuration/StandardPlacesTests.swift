import Granary
import GranaryTestSupport
import Testing

/// Stores without a location are where the system keeps such data, and names from outside stay in their directory.
@Suite(.timeLimit(.minutes(1))) struct StandardPlacesTests {
    private static let home = StandardPlaces(variables: ["HOME": "/home/ada"])

    @Test func theyFollowTheVariables() throws {
        let places = StandardPlaces(variables: [
            "HOME": "/home/ada", "XDG_DATA_HOME": "/data", "XDG_CACHE_HOME": "/cache",
            "XDG_RUNTIME_DIR": "/run/7",
        ])
        #expect(try places.directory(for: .durable, named: "Trips") == "/data/Trips")
        #expect(try places.directory(for: .purgeable, named: "Trips") == "/cache/Trips")
        #expect(try places.directory(for: .runtime, named: "Trips") == "/run/7/Trips")
        #expect(try places.directory(for: .memory, named: "Trips") == nil)
    }

    @Test func withoutVariablesTheyAreBelowTheHomeDirectory() throws {
        #expect(try Self.home.directory(for: .durable, named: "Trips") == "/home/ada/.local/share/Trips")
        #expect(try Self.home.directory(for: .purgeable, named: "Trips") == "/home/ada/.cache/Trips")
        let error = #expect(throws: GranaryError.self) {
            try Self.home.directory(for: .runtime, named: "Trips")
        }
        #expect(error?.code == .configuration)
        #expect(
            error?.message
                == "There is no standard directory for the stores: set XDG_RUNTIME_DIR, or name a `location`."
        )
    }

    @Test func severalNamesAreOneInTheOther() throws {
        func place(_ names: String...) throws -> String? {
            try Self.home.directory(for: .durable, named: names)
        }
        let share = "/home/ada/.local/share"
        #expect(try place("Trips", "users", "ada") == "\(share)/Trips/users/ada")
        #expect(try place("Trips") == Self.home.directory(for: .durable, named: "Trips"))
        #expect(try place("Trips", "..", "a/b", "") == "\(share)/Trips/%2E./a%2Fb/%")
        // Each name is one part, so that other names are another place.
        #expect(try place("Trips/users") != place("Trips", "users"))
        #expect(try place() == share)
        #expect(try Self.home.directory(for: .memory, named: ["Trips", "users"]) == nil)
        #expect(throws: GranaryError.self) { try Self.home.directory(for: .runtime, named: ["Trips"]) }
    }

    @Test func aKindIsNamedInTheInitialiser() throws {
        let registry = try StoreRegistry([FakeDisk.self, FakeMemory.self])
        let store = StoreConfiguration(name: "All", type: "disk", kind: .purgeable)
        #expect(store.kind == .purgeable && store.location == nil)
        #expect(try store.placed(in: Self.home, for: "T", registry).location == "/home/ada/.cache/T")
        // A place that is named comes first.
        let placed = StoreConfiguration(
            name: "All", type: "disk", kind: .durable, location: "/srv", file: "f")
        #expect(try placed.placed(in: Self.home, for: "T", registry).location == "/srv")
        #expect(placed.file == "f")
        #expect(
            StoreConfiguration(name: "All", type: "disk", kind: nil)
                == StoreConfiguration(name: "All", type: "disk"))
    }

    @Test func aRelativeVariableCountsAsNotSet() throws {
        var places = Self.home
        places.variables["XDG_DATA_HOME"] = "data"
        #expect(try places.directory(for: .durable, named: "T") == "/home/ada/.local/share/T")
        let error = #expect(throws: GranaryError.self) {
            try StandardPlaces(variables: ["HOME": ""]).directory(for: .durable, named: "T")
        }
        #expect(
            error?.message
                == "There is no standard directory for the stores: set XDG_DATA_HOME or HOME, or name a `location`."
        )
    }

    @Test func onlyStoresOfFilesNeedADirectory() throws {
        let registry = try StoreRegistry([FakeDisk.self, FakeMemory.self])
        func location(_ type: StoreType) throws -> String? {
            var store = StoreConfiguration(name: "All", type: type)
            store.kind = .runtime
            return try store.placed(in: Self.home, for: "T", registry).location
        }
        #expect(try location("memory") == nil)
        #expect(try location("unknown") == nil)
        #expect(throws: GranaryError.self) { try location("disk") }
    }

    @Test(arguments: [
        ("ada", "ada"), ("Ada L.", "Ada%20L."), ("../../etc", "%2E.%2F..%2Fetc"), (".", "%2E"),
        ("..", "%2E."),
        ("", "%"), ("%", "%25"), ("a/b", "a%2Fb"), ("/\u{301}x", "%2F\u{301}x"), ("a\0b\n", "a%00b%0A"),
        ("Jörg", "Jörg"), ("~root", "%7Eroot"), ("a\\b", "a%5Cb"),
    ])
    func namesBecomeOnePartOfAPath(_ name: String, _ part: String) {
        #expect(Array(StandardPlaces.component(name).utf8) == Array(part.utf8))
    }

    @Test func differentNamesHaveDifferentParts() {
        let signs = ["", "a", "A", ".", "/", "%", "2", "F", "E", "\0", "é", "e\u{301}"]
        var names: [[UInt8]: [UInt8]] = [:]
        for first in signs {
            for second in signs {
                for third in signs {
                    let name = first + second + third
                    let part = Array(StandardPlaces.component(name).utf8)
                    #expect(!part.contains(UInt8(ascii: "/")) && part.first != UInt8(ascii: "."))
                    #expect(names[part, default: Array(name.utf8)] == Array(name.utf8), "\(name)")
                    names[part] = Array(name.utf8)
                }
            }
        }
    }

    @Test(arguments: ["..", "../x", "a/../b", "/a/.."]) func aLocationInCodeCannotLeadUp(_ location: String)
        throws
    {
        let stack = PersistentStack(
            try StackConfigurationTests.schema(), registry: try StoreRegistry([ReferenceFake.self]))
        let error = #expect(throws: GranaryError.self) {
            try stack.attachPersistentStore(
                at: location, for: StoreConfiguration(name: "Main", type: "placed"))
        }
        #expect(error?.code == .configuration)
        #expect(error?.message.contains("write the whole path, or name it in the configuration file") == true)
    }

    @Test func aDescriptionHoldsNoValueOfAnOption() {
        var store = StoreConfiguration(
            name: "Main", type: "sqlite", location: "/data", options: StoreOptions(["password": "hunter2"]))
        store.kind = .purgeable
        store.isReadOnly = true
        #expect("\(store)" == "Main: sqlite, purgeable, in /data, read-only, options: password")
        #expect("\(StackConfiguration(stores: [store, store]))".split(separator: "\n").count == 2)
    }
}

/// A backend whose stores have a place.
private enum ReferenceFake: StoreBackend {
    static let type: StoreType = "placed"
    static let capabilities: Capabilities = [.persistent]
    static let options: [StoreOption] = []
    static func location(of configuration: StoreConfiguration) throws -> String? {
        try configuration.resolvedPath()
    }
    static func open(_ request: StoreOpenRequest) throws -> any Store {
        throw GranaryError(.io, "There is no disk.")
    }
    static func destroy(_ configuration: StoreConfiguration) {}
}
