import Granary
import GranaryConformance
import GranarySync
import Testing

/// The cache of the rows that were used last.
@Suite(.timeLimit(.minutes(1))) struct RecentRowsTests {
    private func keys(_ cache: RecentRows, _ keys: Range<Int>) -> [Int] {
        keys.filter { cache.row(CachedKey($0)) != nil }
    }

    private func filled(_ most: CacheSize, _ keys: Range<Int>, bytes: Int = 10) -> RecentRows {
        let cache = RecentRows(most: most)
        for key in keys { cache.keep(CachedRow(standingFor: bytes), for: CachedKey(key)) }
        return cache
    }

    @Test func theOldestGoesFirst() {
        let cache = filled(CacheSize(rows: 3), 0..<3)
        // Read, and kept again: both are uses.
        #expect(cache.row(CachedKey(0)) != nil)
        cache.keep(CachedRow(standingFor: 10), for: CachedKey(1))
        cache.keep(CachedRow(standingFor: 10), for: CachedKey(3))
        #expect(keys(cache, 0..<4) == [0, 1, 3])
        cache.keep(CachedRow(standingFor: 10), for: CachedKey(4))
        #expect(keys(cache, 0..<5) == [1, 3, 4])
        #expect(cache.size == CacheSize(rows: 3, bytes: 30))
    }

    @Test func rowsOfAnySizeAreCounted() {
        let cache = filled(CacheSize(bytes: 100), 0..<10)
        #expect(cache.size == CacheSize(rows: 10, bytes: 100))
        cache.keep(CachedRow(standingFor: 55), for: CachedKey(9))
        #expect(keys(cache, 0..<10) == [5, 6, 7, 8, 9] && cache.size.bytes == 95)
        cache.keep(CachedRow(standingFor: 101), for: CachedKey(8))
        // One that is too large goes, and so does the former one of its key; the others stay.
        #expect(keys(cache, 0..<10) == [5, 6, 7, 9] && cache.size.bytes == 85)
        cache.keep(CachedRow(standingFor: 100), for: CachedKey(5))
        #expect(keys(cache, 0..<10) == [5])
    }

    @Test func placesAreUsedAgain() {
        let cache = filled(CacheSize(rows: 4), 0..<4)
        for round in 1...50 {
            cache.drop([CachedKey(round - 1), CachedKey(round)])
            for key in round..<round + 4 { cache.keep(CachedRow(standingFor: 10), for: CachedKey(key)) }
            #expect(keys(cache, 0..<60) == Array(round..<round + 4))
        }
        cache.shrink(to: CacheSize(rows: 1))
        #expect(keys(cache, 0..<60) == [53])
        cache.shrink(to: .zero)
        #expect(cache.size == .zero)
        cache.keep(CachedRow(standingFor: 10), for: CachedKey(1))
        #expect(keys(cache, 0..<60) == [1])
    }

    /// Each operation takes as long in a large cache as in a small one: no list is gone through.
    @Test(arguments: 1...8) func theOrderIsThatOfAListOfUses(_ seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let cache = RecentRows(most: CacheSize(rows: 20))
        var uses: [Int] = []
        for _ in 0..<5_000 {
            let key = Int.random(in: 0..<40, using: &random)
            switch Int.random(in: 0..<4, using: &random) {
            case 0, 1:
                cache.keep(CachedRow(standingFor: 1), for: CachedKey(key))
                uses.removeAll { $0 == key }
                uses.append(key)
                if uses.count > 20 { uses.removeFirst() }
            case 2:
                let isHere = uses.contains(key)
                #expect((cache.row(CachedKey(key)) != nil) == isHere, "seed \(seed)")
                if isHere {
                    uses.removeAll { $0 == key }
                    uses.append(key)
                }
            default:
                cache.drop([CachedKey(key)])
                uses.removeAll { $0 == key }
            }
            #expect(cache.size.rows == uses.count, "seed \(seed)")
        }
    }

    @Test func sizesArePartsOfSizes() {
        #expect(CacheSize(rows: -1, bytes: -1) == .zero)
        #expect(!CacheSize(rows: 1, bytes: 9).fits(in: CacheSize(bytes: 8)))
        #expect(CacheSize(rows: 1, bytes: 9).fits(in: CacheSize(rows: 1)))
    }
}
