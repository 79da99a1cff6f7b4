import FoundationEssentials
import Granary
import GranaryConformance
import GranarySync

/// A read of a post, between whose request of the store and what becomes of the row somebody saves.
struct HeldRead {
    typealias Change = @Sendable (PersistentStack, ObjectID<Post>) throws -> Void

    let ground: SyncGround
    let name: String

    /// The reader gets what was there before, and nobody gets it later.
    func run() async throws {
        let schema = try Schema("Blog", models: [Author.self, Post.self]).syncing {
            Synced(Author.self)
            Synced(Post.self, cache: .rows(10))
        }
        let stack = try ground.stack(schema, followsOthers: true)
        let id = ObjectID<Post>(UUID())
        let pending = Mutexed(try required(Self.changes[name]) as Change?)
        let repositories = try await Repositories(stack, ["": ScriptedServer()], nil, SyncTimes()) { point in
            guard point == .afterReading, let change = pending.value else { return }
            pending.value = nil
            try? change(stack, id)
        }
        repositories.watchNoMemory()
        let posts = repositories[Post.self]
        let post = try await posts.save(Post(id: id.key, "one").snapshot)
        try await expectAsync(try await posts.object(id, .local) == post, name)
        let stored = try await stack.perform { try $0.object(id)?.snapshot }
        try expect(stored != post, name)
        for _ in 0..<2 { try await expectAsync(try await posts.object(id, .local) == stored, name) }
        let misses = repositories.cacheMisses(of: Post.self)
        _ = try await posts.object(id, .local)
        // What was read after the save is kept, unless nothing is there.
        try expect(repositories.cacheMisses(of: Post.self) == misses + (stored == nil ? 1 : 0), name)
    }

    /// What is done on the thread of the reader.
    static let changes: [String: Change] = [
        "a save": { stack, id in
            let context = try stack.makeContext()
            try context.object(id)?.title = "two"
            try context.save()
        },
        "two saves": { stack, id in
            let context = try stack.makeContext()
            for title in ["two", "three"] {
                try context.object(id)?.title = title
                try context.save()
            }
        },
        "a batch": { stack, id in
            try stack.makeContext().updateAll(Post.where { $0.title == "one" }) { $0.likes.set(to: 99) }
        },
        "a deletion": { stack, id in
            let context = try stack.makeContext()
            if let post = try context.object(id) { try context.delete(post) }
            try context.save()
        },
        "a deletion and a new row": { stack, id in
            let context = try stack.makeContext()
            if let post = try context.object(id) { try context.delete(post) }
            try context.save()
            try context.insert(Post(id: id.key, "new"))
            try context.save()
        },
    ]
}
