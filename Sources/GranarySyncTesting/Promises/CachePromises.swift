import FoundationEssentials
import Granary
import GranaryConformance
import GranarySync
import Synchronization

/// Objects by their identities are answered from memory, as the store would answer.
enum CachePromises: SyncPromiseList {
    static let category = ConformanceCategory.repositories

    static let promises: [ConformancePromise] = [
        promise("A second read by identity asks no store") { ground in
            let bench = try await CacheClient(ground)
            let post = try await bench.client.save("one")
            try await expectAsync(try await bench.read(post) == post)
            try expect(bench.misses == 1)
            for policy in [ReadPolicy.local, .localOrRemote] {
                try await expectAsync(try await bench.posts.object(post.objectID, policy) == post)
                try await expectAsync(try await bench.posts.objects([post.objectID], policy).first == post)
            }
            try expect(bench.misses == 1 && bench.server.requests == 0)
        },
        promise("An object that was read with others is in memory by itself") { ground in
            for access in [AccessPolicy.all, Rights().policy] {
                try await ground.apart { ground in
                    let bench = try await CacheClient(ground, access: access)
                    var posts: [Post.Snapshot] = []
                    for title in ["a", "b"] { posts.append(try await bench.client.save(title)) }
                    _ = try await bench.posts.objects(posts.map(\.objectID), .local)
                    let misses = bench.misses
                    let readers = [
                        bench.posts, bench.posts.allowed(by: Rights(.local).policy),
                        bench.posts.requiring(Contract().requiring(Author.self) { _, _ in false }),
                    ]
                    for reader in readers {
                        for post in posts {
                            try await expectAsync(try await reader.object(post.objectID, .local) == post)
                            try await expectAsync(try await reader.object(post.objectID) == post)
                        }
                    }
                    try expect(bench.misses == misses && bench.server.requests == 0)
                }
            }
        },
        promise("What is in memory is for those who may have it") { ground in
            let rights = Rights()
            let bench = try await CacheClient(ground, access: rights.policy)
            let post = try await bench.cached("one")
            let before = bench.misses
            let denied = bench.posts.allowed(by: Rights(.none).policy)
            try await expectThrows(.accessDenied) { _ = try await denied.object(post.objectID, .local) }
            rights.set(.none)
            try await expectThrows(.accessDenied) { _ = try await bench.posts.object(post.objectID, .local) }
            try await expectThrows(.accessDenied) {
                _ = try await bench.posts.objects([post.objectID], .local)
            }
            rights.set(.all)
            try await expectAsync(try await bench.posts.object(post.objectID, .local) == post)
            try expect(bench.misses == before)
        },
        promise("What is in memory is judged by contracts") { ground in
            let bench = try await CacheClient(ground)
            let post = try await bench.cached("one")
            let posts = bench.posts.requiring(
                Contract().requiring(Post.self) { post, _ in post.title == "two" })
            try await expectAsync(try await posts.object(post.objectID, .local) == nil)
            try await expectAsync(try await posts.objects([post.objectID], .local).isComplete == false)
            try await expectAsync(try await bench.isCached(post))
            try await bench.client.change(post.objectID) { $0.title = "two" }
            try await expectAsync(try await posts.object(post.objectID, .local)?.title == "two")
        },
        promise("Without a cache each read asks the store") { ground in
            let bench = try await ground.client()
            let post = try await bench.save("one")
            for _ in 0..<2 {
                try await expectAsync(
                    try await bench.repositories[Post.self].object(post.objectID, .local) == post)
            }
            try expect(bench.repositories.cached(Post.self) == .zero)
        },
        promise("The policies are the same with a cache") { ground in
            let bench = try await CacheClient(ground)
            let post = try await bench.cached("one")
            bench.server.set { $0.isOffline = true }
            _ = try await bench.posts.objects([post.objectID], .local)
            let before = bench.misses
            let asked = try await bench.posts.objects([post.objectID], .remoteOrLocal)
            try expect(asked.first == post && asked.remoteError?.code == .unavailable)
            try expect(asked.origin == .local && asked.isComplete && bench.misses == before)
            try await expectThrows(.unavailable) {
                _ = try await bench.posts.object(post.objectID, .remote)
            }
            let behind = try await bench.posts.objects([post.objectID], .localThenRemote)
            try expect(behind.first == post && behind.origin == .local && bench.misses == before)
        },
        promise("A cached answer says when it was served") { ground in
            let date = Mutex(Date(timeIntervalSince1970: 1_000_000))
            var times = SyncTimes()
            times.now = { date.withLock { $0 } }
            let schema = try Schema("Blog", models: [Author.self, Post.self]).syncing {
                Synced(Author.self)
                Synced(Post.self, cache: .rows(10))
            }
            let server = ScriptedServer()
            let post = Post("served").snapshot
            let note = Mutexed("first")
            server.set {
                $0.serve = { _ in
                    var payload = RemotePayload([post])
                    payload.metadata = ["note": note.value]
                    return payload
                }
            }
            let client = try await SyncClient(
                try ground.stack(schema, followsOthers: true), server, times)
            let posts = client.repositories[Post.self]
            client.repositories.watchNoMemory()
            for text in ["first", "second"] {
                note.value = text
                date.withLock { $0 += 60 }
                _ = try await posts.objects([post.objectID], .remote)
                let read = try await posts.objects([post.objectID], .local)
                let misses = client.repositories.cacheMisses(of: Post.self)
                let cached = try await posts.objects([post.objectID], .local)
                try expect(client.repositories.cacheMisses(of: Post.self) == misses)
                for answer in [read, cached] {
                    try expect(answer.servedAt == date.withLock { $0 } && answer.metadata == ["note": text])
                    try expect(
                        answer.isComplete && answer.origin == .local && answer.map(\.title) == ["served"])
                }
            }
        },
        promise("Cached objects are in the order given") { ground in
            let bench = try await CacheClient(ground)
            let posts = try await bench.cached(["a", "b", "c"])
            let ids = [posts[2], posts[0], posts[2], posts[1]].map(\.objectID)
            for _ in 0..<2 {
                try await expectAsync(
                    try await bench.posts.objects(ids, .local).map(\.title) == ["c", "a", "c", "b"])
            }
            // One that does not exist is left out, which only the store knows.
            let some = try await bench.posts.objects([posts[1].objectID, ObjectID(UUID())], .local)
            try expect(some.map(\.title) == ["b"] && !some.isComplete)
            let misses = bench.misses
            _ = try await bench.posts.objects(ids, .local)
            try expect(bench.misses == misses)
        },
        promise("Of the rows those that were used last stay") { ground in
            let bench = try await CacheClient(ground, .rows(3))
            let posts = try await bench.cached(["a", "b", "c"])
            try await expectAsync(try await bench.isCached(posts[0]))
            let more = try await bench.cached("d")
            try expect(bench.repositories.cached(Post.self).rows == 3)
            for post in [posts[0], posts[2], more] {
                try await expectAsync(try await bench.isCached(post), post.title)
            }
            try await expectAsync(try await !bench.isCached(posts[1]))
        },
        promise("A cache holds no more bytes than it may") { ground in
            let bench = try await CacheClient(ground, .bytes(10_000))
            let long = String(repeating: "x", count: 3_000)
            let posts = try await bench.cached([long + "a", long + "b", long + "c", long + "d"])
            try expect(bench.repositories.cached(Post.self).bytes <= 10_000)
            try await expectAsync(try await bench.isCached(posts[3]))
            try await expectAsync(try await !bench.isCached(posts[0]))
            let huge = try await bench.client.save(String(repeating: "y", count: 20_000))
            for _ in 0..<2 { try await expectAsync(try await !bench.isCached(huge)) }
            try await expectAsync(try await bench.isCached(posts[3]))
        },
        promise("Caches shrink when they are told to") { ground in
            let bench = try await CacheClient(ground)
            let posts = try await bench.cached(["a", "b", "c", "d"])
            bench.repositories.shrink(to: 0.5)
            try expect(bench.repositories.cached(Post.self).rows == 2)
            try await expectAsync(try await bench.isCached(posts[3]))
            try await expectAsync(try await !bench.isCached(posts[0]))
            let size = bench.repositories.cached(Post.self)
            bench.repositories.shrink(to: CacheSize(bytes: size.bytes / 2))
            try expect(bench.repositories.cached(Post.self).bytes <= size.bytes / 2)
            bench.repositories.shrink(to: CacheSize(rows: 1_000))
            try expect(bench.repositories.cached(Post.self).rows == 1)
            for share in [Double.nan, -1, 0] { bench.repositories.shrink(to: share) }
            try expect(bench.repositories.cached(Post.self) == .zero)
            try await expectAsync(try await !bench.isCached(posts[3]))
            try await expectAsync(try await bench.isCached(posts[3]))
        },
        promise("A store without a stack that works is not read from memory") { ground in
            let bench = try await CacheClient(ground)
            let post = try await bench.cached("one")
            try await bench.stack.stop()
            try await expectThrows(.closed) { _ = try await bench.read(post) }
            try await bench.stack.start()
            // What others have done meanwhile is read; a store in memory begins anew.
            try await expectAsync(try await !bench.isCached(post))
        },
        promise("A detached store is not read from memory") { ground in
            let bench = try await CacheClient(ground)
            let post = try await bench.cached("one")
            let configurations = bench.stack.attachedStores
            try await bench.stack.detachPersistentStores(configurations.map(\.name))
            try await expectThrows(.closed) { _ = try await bench.read(post) }
            try await bench.stack.attachPersistentStores(for: configurations)
            try await expectAsync(try await !bench.isCached(post))
        },
        promise("A cache of one's own is used") { ground in
            let bench = try await CacheClient(ground, .custom(StubbornCache()))
            let post = try await bench.cached("one")
            try await expectAsync(try await bench.isCached(post))
            try await bench.client.change(post.objectID) { $0.title = "two" }
            // It drops nothing, and is not believed.
            try await bench.expectNew(post)
            try await expectAsync(try await bench.isCached(post))
            try await bench.client.delete(post.objectID)
            try await expectAsync(try await bench.read(post) == nil)
        },
        promise("A cache that outlives its stack has nothing for another one") { ground in
            let shared = StubbornCache()
            let id = UUID()
            for title in ["first", "second"] {
                try await ground.apart { ground in
                    let bench = try await CacheClient(ground, .custom(shared))
                    try await bench.stack.perform { context in
                        if let post = try context.object(ObjectID<Post>(id)) { try context.delete(post) }
                        try context.insert(Post(id: id, title))
                        try context.save()
                    }
                    for _ in 0..<2 {
                        let found = try await bench.posts.object(ObjectID(id), .local)
                        try expect(found?.title == title)
                    }
                }
            }
        },
        promise("A cache that two models share mixes no rows") { ground in
            let shared = StubbornCache()
            let bench = try await CacheClient(ground, .custom(shared))
            let id = UUID()
            let post = Post(id: id, "post").snapshot
            try await bench.stack.perform { context in
                try context.insert(Post(id: id, "post"))
                try context.insert(Author(id: id, "author"))
                try context.save()
            }
            for _ in 0..<2 {
                try await expectAsync(try await bench.read(post)?.title == "post")
                try await expectAsync(
                    try await bench.repositories[Author.self].object(ObjectID(id), .local)?.name == "author")
            }
        },
    ]
}

/// A cache that keeps everything, whatever it is told.
final class StubbornCache: SnapshotCache {
    private let rows = Mutex<[CachedKey: CachedRow]>([:])
    /// Runs before a row is kept.
    private let beforeKeeping: @Sendable () -> Void

    init(_ beforeKeeping: @escaping @Sendable () -> Void = {}) { self.beforeKeeping = beforeKeeping }

    var size: CacheSize { rows.withLock { CacheSize(rows: $0.count, bytes: 0) } }
    func row(_ key: CachedKey) -> CachedRow? { rows.withLock { $0[key] } }
    func keep(_ row: CachedRow, for key: CachedKey) {
        beforeKeeping()
        rows.withLock { $0[key] = row }
    }
    func drop(_ keys: [CachedKey]) {}
    func shrink(to most: CacheSize) {}
}
