import Granary
import Testing

@testable import GranarySQLite

/// A request that bounds the caches of a store bounds those of all connections together.
@Suite struct CacheLimitTests {
    private func pages(_ options: [String: String], limit: Int?) throws -> (reading: Int64?, large: Int) {
        let harness = try Harness(options: options)
        var request = harness.request()
        request.cacheLimit = limit
        let store = try #require(try SQLiteStore.open(request) as? SQLiteStore)
        defer { try? store.close() }
        let connection = try store.openConnection()
        defer { connection.close() }
        // A negative number is that of KiB.
        return (try connection.integer("PRAGMA cache_size"), store.options.cacheSize)
    }

    /// What `granary config show` prints as a default is what an option left out means.
    @Test func theDefaultsThatAreToldCount() throws {
        var told = StoreOptions()
        for option in SQLiteOptions.descriptions { told[option.name] = option.defaultValue }
        #expect(told.names.count == SQLiteOptions.descriptions.count)
        #expect(try SQLiteOptions(told) == SQLiteOptions(StoreOptions()))
    }

    @Test func withoutALimitTheOptionsCount() throws {
        let pages = try pages(["readCacheSize": "2MiB"], limit: nil)
        #expect(pages.reading == -2_048)
        #expect(pages.large == 64 << 20)
    }

    @Test func aLimitIsDividedByAllSessionsAndALargeSave() throws {
        let pages = try pages(["sessions": "4"], limit: 8 << 20)
        #expect(pages.reading == -1_024)
        #expect(pages.large == 4 << 20)
    }

    @Test func optionsThatAskForLessStay() throws {
        let pages = try pages(
            ["sessions": "1", "readCacheSize": "1MiB", "cacheSize": "1MiB"], limit: 8 << 20)
        #expect(pages.reading == -1_024)
        #expect(pages.large == 1 << 20)
    }
}
