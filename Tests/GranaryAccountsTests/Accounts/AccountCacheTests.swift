import Granary
import GranaryAccounts
import GranaryConformance
import GranaryTestHarnesses
import GranaryTestSupport
import Synchronization
import Testing

@Model private final class Owner {
    @Attribute(.primaryKey) var email: String

    init(email: String) { self.email = email }
}

@Model private final class Draft {
    @Attribute(.primaryKey) var number: Int

    init(number: Int) { self.number = number }
}

@Model private final class Letter {
    @Attribute(.primaryKey) var number: Int

    init(number: Int) { self.number = number }
}

@Model private final class Note {
    @Attribute(.primaryKey) var number: Int

    init(number: Int) { self.number = number }
}

/// SQLite, with a note of the caches that each store may have.
private enum NotedSQLite: StoreBackend {
    private struct Opening {
        let location: String
        let name: String
        let limit: Int?
    }

    private static let openings = Mutex<[Opening]>([])

    /// The limits of the stores below a directory, by their names.
    static func limits(below directory: String) -> [String: Set<Int?>] {
        openings.withLock { openings in
            Dictionary(grouping: openings.filter { $0.location.hasPrefix(directory) }, by: \.name)
                .mapValues { Set($0.map(\.limit)) }
        }
    }

    private static var engine: any StoreBackend.Type { Harnesses.sqlite.backend.type }
    static var type: StoreType { engine.type }
    static var capabilities: Capabilities { engine.capabilities }
    static var options: [StoreOption] { engine.options }

    static func open(_ request: StoreOpenRequest) throws -> any Store {
        let (place, limit) = (request.configuration, request.cacheLimit)
        openings.withLock {
            $0.append(Opening(location: place.location ?? "", name: place.name, limit: limit))
        }
        return try engine.open(request)
    }

    static func location(of configuration: StoreConfiguration) throws -> String? {
        try engine.location(of: configuration)
    }

    static func destroy(_ configuration: StoreConfiguration) throws { try engine.destroy(configuration) }
}

/// The memory for the caches of engines is divided by the accounts that may be open, and by the stores of each.
@Suite struct AccountCacheTests {
    private let directory: TemporaryDirectory

    init() throws { directory = try TemporaryDirectory() }

    /// Opens an account with two stores in files and one in memory, and returns the limits of what was opened.
    private func limits(
        _ section: [String: String] = [:], limit: Int? = nil, cacheLimit: Int? = nil
    ) async throws -> [String: Set<Int?>] {
        let schema = try Schema(
            "Mail",
            configurations: [
                "People": [Owner.self, AccountRecord.self], "Letters": [Letter.self], "Drafts": [Draft.self],
                "Notes": [Note.self],
            ])
        let stores = ["People", "Letters", "Drafts", "Notes"].map { name in
            var store = StoreConfiguration(
                name: name, type: name == "Notes" ? .init("memory") : NotedSQLite.type,
                location: directory.path)
            store.isPerAccount = name != "People"
            return store
        }
        var settings = StackSettings()
        settings.sections["accounts"] = SectionValues(StoreOptions(section))
        let accounts = try await Accounts.open(
            schema, configuration: StackConfiguration(stores: stores, settings: settings),
            backends: [Backend(NotedSQLite.self), Harnesses.memory.backend], users: Owner.self, limit: limit,
            cacheLimit: cacheLimit)
        _ = try await accounts.create(Owner(email: "ada").snapshot)
        try await accounts.close()
        return NotedSQLite.limits(below: directory.path)
    }

    @Test func withoutALimitTheOptionsOfStoresCount() async throws {
        #expect(try await limits() == ["People": [nil], "Letters": [nil], "Drafts": [nil]])
    }

    @Test func theSectionBoundsTheStoresOfAccounts() async throws {
        let limits = try await limits(["limit": "4", "cacheLimit": "64MB"])
        #expect(limits == ["People": [nil], "Letters": [8_000_000], "Drafts": [8_000_000]])
    }

    @Test func theProgramComesBeforeTheSection() async throws {
        let limits = try await limits(["limit": "4", "cacheLimit": "64MB"], limit: 2, cacheLimit: 8_000_000)
        #expect(limits == ["People": [nil], "Letters": [2_000_000], "Drafts": [2_000_000]])
    }

    @Test func aLimitOfCachesNeedsOneOfAccounts() async throws {
        let error = await #expect(throws: GranaryError.self) { _ = try await limits(cacheLimit: 8_000_000) }
        #expect(error?.code == .configuration)
        #expect(error?.message.contains("`limit`") == true)
    }
}
