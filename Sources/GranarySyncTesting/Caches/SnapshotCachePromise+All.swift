import GranaryConformance
import GranarySync

extension SnapshotCachePromise {
    /// The promises of caches.
    public static let all: [SnapshotCachePromise] = [
        SnapshotCachePromise(name: "An empty cache has nothing") { make in
            let cache = make()
            try expect(cache.size == .zero && cache.row(CachedKey(1)) == nil)
            cache.drop([CachedKey(1), CachedKey(1)])
            cache.shrink(to: .zero)
            try expect(cache.size == .zero)
        },
        SnapshotCachePromise(name: "Some rows are kept") { make in
            let cache = make()
            for key in 0..<20 { cache.keep(CachedRow(standingFor: 100), for: CachedKey(key)) }
            let found = (0..<20).count { cache.row(CachedKey($0)) != nil }
            try expect(found > 0 && cache.size.rows >= found && cache.size.bytes >= found * 100)
        },
        SnapshotCachePromise(name: "The row that was kept last counts") { make in
            let cache = make()
            for bytes in [100, 200, 300] {
                let row = CachedRow(standingFor: bytes)
                cache.keep(row, for: CachedKey(1))
                try expect(cache.row(CachedKey(1)).map(row.isSame) ?? true)
            }
            try expect(cache.size.rows <= 1 && cache.size.bytes <= 300)
        },
        SnapshotCachePromise(name: "Rows that are dropped are gone") { make in
            let cache = make()
            for key in 0..<10 { cache.keep(CachedRow(standingFor: 100), for: CachedKey(key)) }
            let before = cache.size
            cache.drop([CachedKey(3), CachedKey(7), CachedKey(99), CachedKey(3)])
            for key in [3, 7] { try expect(cache.row(CachedKey(key)) == nil) }
            try expect(cache.size.rows <= max(before.rows - 2, 0) || before.rows < 10)
            cache.keep(CachedRow(standingFor: 100), for: CachedKey(3))
            try expect(cache.size.rows <= before.rows)
        },
        SnapshotCachePromise(name: "A cache shrinks to a size") { make in
            for most in [CacheSize(rows: 4), CacheSize(bytes: 450), CacheSize(rows: 3, bytes: 900), .zero] {
                let cache = make()
                for key in 0..<10 { cache.keep(CachedRow(standingFor: 100), for: CachedKey(key)) }
                cache.shrink(to: most)
                try expect(cache.size.fits(in: most))
                let found = (0..<10).count { cache.row(CachedKey($0)) != nil }
                try expect(found <= most.rows && found * 100 <= most.bytes)
                // It is no limit for later.
                cache.shrink(to: CacheSize())
                cache.keep(CachedRow(standingFor: 100), for: CachedKey(50))
                cache.shrink(to: .zero)
                try expect(cache.size == .zero && cache.row(CachedKey(50)) == nil)
            }
        },
        SnapshotCachePromise(name: "A row is never that of another key, nor an older one") { make in
            for seed in 1...20 { try Self.runProgram(make(), seed: UInt64(seed)) }
        },
        SnapshotCachePromise(name: "Threads work on it at the same time") { make in
            let cache = make()
            try await withThrowingTaskGroup(of: Void.self) { group in
                for worker in 0..<4 {
                    group.addTask { try Self.work(on: cache, worker) }
                }
                try await group.waitForAll()
            }
            cache.shrink(to: .zero)
            try expect(cache.size == .zero)
        },
    ]

    /// Each worker has keys of its own, whose rows nobody else keeps.
    private static func work(on cache: any SnapshotCache, _ worker: Int) throws {
        var last: [Int: CachedRow] = [:]
        for step in 0..<2_000 {
            let number = worker * 1_000 + step * 7 % 50
            let key = CachedKey(number)
            if let row = cache.row(key) { try expect(last[number].map(row.isSame) == true) }
            switch step % 5 {
            case 0, 1, 2:
                let row = CachedRow(standingFor: 50 + step % 90)
                cache.keep(row, for: key)
                last[number] = row
            case 3:
                cache.drop([key])
                last[number] = nil
            default: cache.shrink(to: CacheSize(rows: 40))
            }
        }
    }

    private static func runProgram(_ cache: any SnapshotCache, seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        func next(_ bound: Int) -> Int { Int.random(in: 0..<bound, using: &random) }
        var last: [Int: CachedRow] = [:]
        for _ in 0..<400 {
            let key = next(30)
            switch next(8) {
            case 0..<4:
                let row = CachedRow(standingFor: 1 + next(500))
                cache.keep(row, for: CachedKey(key))
                last[key] = row
            case 4:
                cache.drop([CachedKey(key)])
                last[key] = nil
            case 5: cache.shrink(to: CacheSize(rows: next(30), bytes: next(5_000)))
            default: break
            }
            var found = CacheSize.zero
            for key in 0..<30 {
                guard let row = cache.row(CachedKey(key)) else { continue }
                try expect(last[key].map(row.isSame) == true)
                found = CacheSize(rows: found.rows + 1, bytes: found.bytes + row.bytes)
            }
            try expect(found.fits(in: cache.size))
        }
    }
}
