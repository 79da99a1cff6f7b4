import Granary
import GranarySync
import GranarySyncTesting
import Synchronization
import Testing

/// Caches keep the promises of caches: those that Granary makes, and one that a program might write.
@Suite(.timeLimit(.minutes(1))) struct SnapshotCacheTests {
    @Test(arguments: SnapshotCachePromise.all) func ofRows(_ promise: SnapshotCachePromise) async throws {
        try await promise.verify { RecentRows(most: CacheSize(rows: 12)) }
    }

    @Test(arguments: SnapshotCachePromise.all) func ofBytes(_ promise: SnapshotCachePromise) async throws {
        try await promise.verify { RecentRows(most: CacheSize(bytes: 1_500)) }
    }

    @Test(arguments: SnapshotCachePromise.all) func ofOnesOwn(_ promise: SnapshotCachePromise) async throws {
        try await promise.verify { NaiveCache() }
    }

    @Test func brokenCachesBreakAPromise() async throws {
        for fault in BrokenCache.Fault.allCases {
            var broken = 0
            for promise in SnapshotCachePromise.all {
                do { try await promise.verify { BrokenCache(fault) } } catch { broken += 1 }
            }
            #expect(broken > 0, "\(fault)")
        }
    }
}

/// Keeps everything until it has to shrink, and then nothing.
private final class NaiveCache: SnapshotCache {
    private let rows = Mutex<[CachedKey: CachedRow]>([:])

    var size: CacheSize {
        rows.withLock { CacheSize(rows: $0.count, bytes: $0.values.reduce(0) { $0 + $1.bytes }) }
    }
    func row(_ key: CachedKey) -> CachedRow? { rows.withLock { $0[key] } }
    func keep(_ row: CachedRow, for key: CachedKey) { rows.withLock { $0[key] = row } }
    func drop(_ keys: [CachedKey]) { rows.withLock { rows in for key in keys { rows[key] = nil } } }
    func shrink(to most: CacheSize) { if !size.fits(in: most) { rows.withLock { $0.removeAll() } } }
}

/// A cache with one fault.
private final class BrokenCache: SnapshotCache {
    enum Fault: CaseIterable {
        case keepsNothing, keepsTheFirst, dropsNothing, shrinksNever, forgetsSizes, mixesKeys
    }

    private let fault: Fault
    private let rows = NaiveCache()

    init(_ fault: Fault) { self.fault = fault }

    private func place(_ key: CachedKey) -> CachedKey { fault == .mixesKeys ? CachedKey(1) : key }

    var size: CacheSize { fault == .forgetsSizes ? .zero : rows.size }
    func row(_ key: CachedKey) -> CachedRow? { rows.row(place(key)) }
    func keep(_ row: CachedRow, for key: CachedKey) {
        if fault == .keepsNothing || fault == .keepsTheFirst && rows.row(key) != nil { return }
        rows.keep(row, for: place(key))
    }
    func drop(_ keys: [CachedKey]) { if fault != .dropsNothing { rows.drop(keys.map(place)) } }
    func shrink(to most: CacheSize) { if fault != .shrinksNever { rows.shrink(to: most) } }
}
