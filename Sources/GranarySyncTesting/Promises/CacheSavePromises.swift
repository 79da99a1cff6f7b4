import FoundationEssentials
import Granary
import GranaryConformance
import GranarySync
import Synchronization

/// What is saved is read: a save drops the rows in memory that it has changed before it returns.
enum CacheSavePromises: SyncPromiseList {
    static let category = ConformanceCategory.repositories

    static let promises: [ConformancePromise] = [
        promise("A cached object is as it was saved last") { ground in
            let bench = try await CacheClient(ground)
            let (post, other) = (try await bench.cached("one"), try await bench.cached("other"))
            try await bench.client.change(post.objectID) { $0.title = "two" }
            try await bench.expectNew(post)
            try await expectAsync(try await bench.isCached(other))
            var changed = post
            changed.title = "three"
            try await bench.posts.save(changed)
            try await expectAsync(try await bench.read(post)?.title == "three")
        },
        promise("A cached object that is deleted is gone") { ground in
            let bench = try await CacheClient(ground)
            let post = try await bench.cached("one")
            try await bench.client.delete(post.objectID)
            try await expectAsync(try await bench.read(post) == nil)
            // A new one takes its key.
            try await bench.stack.perform { context in
                try context.insert(Post(id: post.id, "again"))
                try context.save()
            }
            try await bench.expectNew(post)
            try await bench.stack.perform { context in
                try context.delete(try required(try context.object(post.objectID)))
                try context.insert(Post(id: post.id, "at once"))
                try context.save()
            }
            try await expectAsync(try await bench.read(post)?.title == "at once")
        },
        promise("Batches change cached objects") { ground in
            let bench = try await CacheClient(ground)
            let posts = try await bench.cached(["a", "b", "c"])
            try await bench.stack.perform { context in
                try context.updateAll(Post.where { $0.title < "c" }) { $0.likes.set(to: 7) }
                return
            }
            for post in posts.prefix(2) { try await bench.expectNew(post) }
            try await expectAsync(try await bench.isCached(posts[2]))
            try await bench.stack.perform { context in
                try context.deleteAll(Post.where { $0.title == "a" })
                return
            }
            try await expectAsync(try await bench.read(posts[0]) == nil)
        },
        promise("New objects leave what is in memory") { ground in
            let bench = try await CacheClient(ground)
            let posts = try await bench.cached(["a", "b", "c"])
            // More than there are counts: if they were counted, all rows would be dropped.
            try await bench.stack.perform { context in
                for number in 0..<1_100 { try context.insert(Post("\(number)")) }
                try context.save()
            }
            for post in posts { try await expectAsync(try await bench.isCached(post)) }
        },
        promise("What a delete rule changes is read") { ground in
            let bench = try await CacheClient(ground)
            let post = try await bench.client.save("one")
            let author = Author("Ann").snapshot
            try await bench.stack.perform { context in
                let author = Author(id: author.id, "Ann")
                try context.insert(author)
                try required(try context.object(post.objectID)).author = author
                try context.save()
            }
            try await expectAsync(try await bench.read(post)?.author == author.id)
            try await bench.stack.perform { context in
                try context.delete(try required(try context.object(author.objectID)))
                try context.save()
            }
            try await expectAsync(try await bench.read(post) == nil)
        },
        promise("A reference that a delete rule empties is empty") { ground in
            let schema = try Schema("Shelves", models: [Shelf.self, Volume.self]).syncing {
                Synced(Shelf.self, cache: .rows(10))
                Synced(Volume.self, cache: .rows(10))
            }
            let stack = try ground.stack(schema, followsOthers: true)
            let repositories = try await Repositories(stack, source: ScriptedServer())
            let (shelf, volume) = (Shelf().snapshot, Volume(nil).snapshot)
            for isBatch in [false, true] {
                try await stack.perform { context in
                    let shelf = Shelf(id: shelf.id)
                    try context.insert(shelf)
                    if let volume = try context.object(volume.objectID) {
                        volume.shelf = shelf
                    } else {
                        try context.insert(Volume(id: volume.id, shelf))
                    }
                    try context.save()
                }
                let volumes = repositories[Volume.self]
                try await expectAsync(try await volumes.object(volume.objectID, .local)?.shelf == shelf.id)
                try await stack.perform { context in
                    if isBatch {
                        try context.deleteAll(Shelf.all)
                        return
                    }
                    try context.delete(try required(try context.object(shelf.objectID)))
                    try context.save()
                }
                let left = try required(try await volumes.object(volume.objectID, .local))
                try expect(left.shelf == nil)
            }
        },
        promise("What is undone is read") { ground in
            let bench = try await CacheClient(ground)
            let post = try await bench.cached("one")
            let context = try bench.stack.makeContext()
            context.history.levels = 5
            try required(try context.object(post.objectID)).title = "two"
            try context.save()
            try await expectAsync(try await bench.read(post)?.title == "two")
            try context.history.undo()
            try context.save()
            try await expectAsync(try await bench.read(post)?.title == "one")
        },
        promise("A save in the background changes cached objects") { ground in
            let bench = try await CacheClient(ground)
            let posts = try await bench.cached(["a", "b"])
            let context = try bench.stack.makeContext()
            try required(try context.object(posts[0].objectID)).title = "two"
            try context.delete(try required(try context.object(posts[1].objectID)))
            try await context.saveInBackground()
            try await bench.expectNew(posts[0])
            try await expectAsync(try await bench.read(posts[1]) == nil)
        },
        promise("A child that saves changes nothing until its parent does") { ground in
            let bench = try await CacheClient(ground)
            let post = try await bench.cached("one")
            let parent = try bench.stack.makeContext()
            let child = parent.makeChild()
            try required(try child.object(post.objectID)).title = "two"
            try child.save()
            try await expectAsync(try await bench.isCached(post))
            try parent.save()
            try await bench.expectNew(post)
        },
        promise("A save that fails leaves the right values") { ground in
            let bench = try await CacheClient(ground)
            let (post, other) = (try await bench.cached("one"), try await bench.cached("other"))
            try await expectThrows(.constraint) {
                try await bench.stack.perform { context in
                    try required(try context.object(post.objectID)).title = "two"
                    try context.insert(Post(id: other.id, "taken"))
                    try context.save()
                }
            }
            try await expectAsync(try await bench.read(post) == post)
            let stale = try bench.stack.makeContext()
            try required(try stale.object(post.objectID)).title = "mine"
            try await bench.client.change(post.objectID) { $0.title = "theirs" }
            try await bench.expectNew(post)
            try expectError(.conflict) { try stale.save() }
            try await expectAsync(try await bench.read(post)?.title == "theirs")
        },
        promise("All rows that are erased are gone") { ground in
            let bench = try await CacheClient(ground)
            let post = try await bench.cached("one")
            try await bench.stack.eraseAll(in: try required(bench.stack.schema.configurations.first))
            try await expectAsync(try await bench.read(post) == nil)
        },
        promise("A row that was read before a save is not kept after it") { ground in
            let change = Mutexed<(@Sendable () -> Void)?>(nil)
            let bench = try await CacheClient(
                ground,
                .custom(
                    StubbornCache {
                        let body = change.value
                        change.value = nil
                        body?()
                    }))
            let post = try await bench.client.save("one")
            let (stack, saved) = (bench.stack, Counter())
            // The row is read and found unchanged; then another one saves, and then it is kept.
            change.value = {
                guard let context = try? stack.makeContext(),
                    let object = try? context.object(post.objectID)
                else { return }
                object.title = "two"
                if (try? context.save()) != nil { saved.add() }
            }
            try await expectAsync(try await bench.read(post)?.title == "one")
            try expect(saved.value == 1)
            try await bench.expectNew(post)
            try await expectAsync(try await bench.isCached(post))
        },
        promise("A row that others change while it is read is not kept") { ground in
            for name in HeldRead.changes.keys.sorted() {
                try await ground.apart { try await HeldRead(ground: $0, name: name).run() }
            }
        },
        promise("A cache needs a store that tells what others save", needs: [.severalProcesses]) { ground in
            let schema = try Schema("Blog", models: [Author.self, Post.self]).syncing {
                Synced(Author.self)
                Synced(Post.self, cache: .rows(10))
            }
            let stack = try ground.stack(schema)
            let error = try await expectThrows(.configuration) {
                _ = try await Repositories(stack, source: ScriptedServer())
            }
            try expect(error.message.contains("followsOthers") && error.context.entity == "Post")
            try expect(error.context.store == "Default")
            // Nothing is left of the attempt.
            try await expectThrows(.configuration) {
                _ = try await Repositories(stack, source: ScriptedServer())
            }
        },
        promise("What another stack saves is read", needs: [.severalProcesses, .foreignSaves]) { ground in
            let (bench, other) = (try await CacheClient(ground), try await CacheClient(ground))
            let post = try await bench.cached("one")
            try await other.client.change(post.objectID) { $0.title = "two" }
            while try await bench.read(post)?.title != "two" { await Task.yield() }
            while try await other.read(post)?.title != "two" { await Task.yield() }
            try await bench.client.delete(post.objectID)
            try await expectAsync(try await bench.read(post) == nil)
            while try await other.read(post) != nil { await Task.yield() }
        },
    ]
}

/// Holds volumes, which stay when it goes.
@Model private final class Shelf {
    var id: UUID
    @Relationship(inverse: \Volume.shelf) var volumes: ToMany<Volume>

    init(id: UUID = UUID()) { self.id = id }
}

@Model private final class Volume {
    var id: UUID
    @Relationship var shelf: Shelf?

    init(id: UUID = UUID(), _ shelf: Shelf?) {
        self.id = id
        self.shelf = shelf
    }
}
