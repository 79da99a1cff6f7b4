import FoundationEssentials
import Granary
import GranaryConformance
import GranarySync

/// Each save of a synced model notes what it has changed, in the same commit.
enum CapturePromises: SyncPromiseList {
    static let category = ConformanceCategory.outbox

    static let promises: [ConformancePromise] = [
        promise("Insertions changes and deletions are sent") { ground in
            let bench = try await ground.client()
            let post = try await bench.save("one")
            try await bench.change(post.objectID) { $0.title = "two" }
            try await bench.stack.perform { context in
                try context.delete(try required(try context.object(post.objectID)))
                try context.save()
            }
            try await expectAsync(
                try await sent(bench) == ["Post insert id likes title", "Post update title", "Post delete "])
            let update = try required(bench.server.carriedOut.dropFirst().first?.changes.first)
            try expect(update.before == [.text("one")] && update.after == [.text("two")])
        },
        promise("Other models and ignored properties are not") { ground in
            let bench = try await ground.client()
            let post = try await bench.save("one")
            try await bench.change(post.objectID) { $0.note = "mine" }
            try await bench.stack.perform { context in
                try context.insert(Draft("text"))
                try context.save()
            }
            try await expectAsync(try await sent(bench) == ["Post insert id likes title"])
        },
        promise("Entries are no changes of the context") { ground in
            let bench = try await ground.client()
            try await bench.stack.perform { context in
                try context.insert(Post("one"))
                try expect(context.changes.inserted.count == 1)
                try context.save()
                try expect(!context.hasChanges)
            }
            try await expectAsync(try await bench.repositories.outbox.counts().waiting == 1)
        },
        promise("A failed save leaves none") { ground in
            let bench = try await ground.client()
            let post = try await bench.save("one")
            try await bench.stack.perform { context in
                try context.insert(Post("two"))
                let same = Post(id: post.id, "three")
                try context.insert(same)
                try verifyThrows { try context.save() }
                context.rollback()
            }
            try await expectAsync(try await bench.repositories.outbox.counts().waiting == 1)
        },
        promise("A save that is repeated leaves one entry for each object") { ground in
            let bench = try await ground.client()
            let post = try await bench.save("one")
            let stack = bench.stack
            let context = try stack.makeContext(ContextOptions().merging(.perProperty))
            let object = try required(try context.object(post.objectID))
            object.title = "mine"
            try await bench.change(post.objectID) { $0.likes = 3 }
            try context.save()
            try await expectAsync(
                try await sent(bench) == [
                    "Post insert id likes title", "Post update likes", "Post update title",
                ])
        },
        promise("Batches and delete rules are captured") { ground in
            let bench = try await ground.client()
            let author = try await bench.stack.perform { context in
                let author = Author("Ada")
                try context.insert(author)
                for number in 0..<3 { try context.insert(Post("\(number)", author: author)) }
                try context.save()
                _ = try context.updateAll(Post.where { $0.title != "0" }) { $0.likes.set(to: 7) }
                _ = try context.deleteAll(Post.where { $0.title == "2" })
                return author.objectID
            }
            try await bench.stack.perform { context in
                try context.delete(try required(try context.object(author)))
                try context.save()
            }
            let kinds = try await sent(bench)
            try expect(kinds.filter { $0.begins(with: "Author insert") }.count == 1)
            try expect(kinds.first?.begins(with: "Author insert") == true)
            try expect(kinds.filter { $0 == "Post update likes" }.count == 2)
            try expect(kinds.filter { $0 == "Post delete " }.count == 3)
            try expect([kinds.last] == ["Author delete "])
        },
        promise("Batches without objects are captured") { ground in
            let schema = try Schema("Drafts", models: [Draft.self])
                .syncing { Synced(Draft.self, writes: .localAndRemote, coalescing: false) }
            let stack = try ground.stack(schema)
            let server = ScriptedServer()
            let repositories = try await Repositories(stack, source: server)
            try await stack.perform { context in
                for text in ["a", "b", "c"] { try context.insert(Draft(text)) }
                try context.save()
                _ = try context.updateAll(Draft.where { $0.text != "a" }) { $0.text.set(to: "d") }
                _ = try context.deleteAll(Draft.where { $0.text == "d" })
            }
            try await expectAsync(try await repositories.outbox.counts().waiting == 7)
            let sending = Task { try await repositories.run() }
            while server.carriedOut.count < 7 { await Task.yield() }
            sending.cancel()
            try await sending.value
            let updates = server.carriedOut.filter { $0.kind == .update }.flatMap(\.changes)
            try expect(Set(updates.compactMap { $0.before?.first }) == [.text("b"), .text("c")])
            try expect(updates.allSatisfy { $0.after == [.text("d")] })
            try expect(server.carriedOut.filter { $0.kind == .delete }.allSatisfy { $0.changes.count == 2 })
        },
        promise("What a hook changes in a save is captured with it") { ground in
            let stamping = SaveHook("stamp") { save in
                for case let post as Post in save.changes.inserted { post.likes = 5 }
            }
            let bench = try await ground.client(try syncedSchema().hooking([stamping]))
            _ = try await bench.save("one")
            try await expectAsync(try await sent(bench) == ["Post insert id likes title"])
            let likes = bench.server.carriedOut.flatMap(\.changes).filter { $0.property == "likes" }
            try expect(likes.map(\.after) == [[.integer(5)]])
        },
        promise("A saved change that is undone is two writes") { ground in
            let bench = try await ground.client()
            try await bench.stack.perform { context in
                context.history.levels = 10
                try context.insert(Post("one"))
                try context.save()
                try expect(try context.history.undo())
                try context.save()
                try expect(!context.hasChanges)
            }
            try await expectAsync(try await bench.repositories.outbox.counts().waiting == 2)
            try await expectAsync(
                try await sent(bench) == ["Post insert id likes title", "Post delete "])
        },
        promise("Saves in the background and of children are captured") { ground in
            let bench = try await ground.client()
            try await saveBeside(bench.stack)
            try await expectAsync(try await bench.repositories.outbox.counts().waiting == 2)
        },
        promise("Pairs are sent with their object") { ground in
            let bench = try await ground.client()
            try await bench.stack.perform { context in
                let (author, post) = (Author("Ada"), Post("one"))
                try context.insert(author)
                try context.insert(post)
                try context.save()
                post.readers.append(author)
                try context.save()
            }
            try await bench.sendAll()
            let pairs = bench.server.carriedOut.flatMap(\.pairs)
            try expect(pairs.count == 1 && pairs.first?.isAdded == true)
        },
        promise("Local writes are held and served ones are not") { ground in
            let bench = try await ground.client(.local)
            let held = try await bench.save("held")
            var options = ContextOptions()
            options.writes = .served
            _ = try await bench.save("served", options)
            options.writes = .localAndRemote
            _ = try await bench.save("sent", options)
            let outbox = bench.repositories.outbox
            let counts = try await outbox.counts()
            try expect(counts.held == 1 && counts.waiting == 1)
            try await expectAsync(try await outbox.state(of: held.objectID) == .held)
            try await outbox.release([held.objectID])
            try await bench.sendAll()
            try expect(bench.server.carriedOut.count == 2)
            try await expectAsync(try await outbox.state(of: held.objectID) == .settled)
        },
        promise("A key that is taken again in one save is a change") { ground in
            let bench = try await ground.client()
            let post = try await bench.save("one")
            try await bench.stack.perform { context in
                try context.delete(try required(try context.object(post.objectID)))
                try context.insert(Post(id: post.id, "two"))
                try context.save()
            }
            try await expectAsync(
                try await sent(bench) == ["Post insert id likes title", "Post update title"])
        },
    ]

    /// The writes that the server gets, as text.
    private static func sent(_ bench: SyncClient) async throws -> [String] {
        try await bench.sendAll()
        return bench.server.carriedOut.map { write in
            let changes = write.changes.filter { $0.after.map { !$0.allSatisfy(\.isNull) } ?? false }
            return "\(write.model) \(write.kind) \(changes.map(\.property).sorted().joined(separator: " "))"
        }
    }
    private static func saveBeside(_ stack: PersistentStack) async throws {
        let context = try stack.makeContext()
        try context.insert(Post("background"))
        try await context.saveInBackground()
        let child = context.makeChild(.editor)
        try child.insert(Post("child"))
        try child.save()
    }
}
