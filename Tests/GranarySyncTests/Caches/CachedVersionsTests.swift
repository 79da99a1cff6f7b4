import Granary
import GranaryConformance
import Testing

@testable import GranarySync

/// The counts that say whether a row in memory is still that of the store.
@Suite(.timeLimit(.minutes(1))) struct CachedVersionsTests {
    @Test func theNumberOfCountsFollowsTheLimitOfTheCache() {
        #expect(CachedVersions(rows: 0).places == 1_024)
        #expect(CachedVersions(rows: 10).places == 1_024)
        #expect(CachedVersions(rows: 2_000).places == 4_096)
        #expect(CachedVersions(rows: 100_000).places == 262_144)
        #expect(CachedVersions(rows: .max).places == 262_144)
        #expect(SyncedCache.rows(50).rows == 50)
        #expect(SyncedCache.bytes(4_000_000).rows == 10_000)
        #expect(CachedVersions().places == 4_096)
    }

    @Test(arguments: [10, 600, 5_000, 100_000]) func aChangeOfOneRowLeavesTheOthers(_ rows: Int) {
        let versions = CachedVersions(rows: rows)
        let keys = (0..<rows).map { KeyBits(Int64($0)) }
        let before = keys.map(versions.version)
        versions.change(KeyBits(Int64(rows)))
        #expect(zip(keys, before).count { versions.version(of: $0) != $1 } <= 2)
        versions.change(keys[0])
        #expect(versions.version(of: keys[0]) != before[0])
        versions.changeAll()
        #expect(zip(keys, before).allSatisfy { versions.version(of: $0) != $1 })
    }

    @Test(arguments: 1...5) func identifiersAreSpread(_ seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let versions = CachedVersions(rows: 2_000)
        let start = (random.next() >> 16) << 16
        // The first half of those that begin with a time is nearly the same.
        let keys = (0..<2_000).map { KeyBits(high: start + UInt64($0 / 100), low: random.next()) }
        let before = keys.map(versions.version)
        for key in keys.prefix(20) { versions.change(key) }
        let outdated = zip(keys, before).count { versions.version(of: $0) != $1 }
        #expect(outdated >= 20 && outdated < 60, "seed \(seed): \(outdated)")
    }
}
