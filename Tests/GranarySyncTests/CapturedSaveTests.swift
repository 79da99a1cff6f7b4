import FoundationEssentials
import Granary
import GranaryMemory
import GranarySync
import GranaryTestSupport
import Testing

/// Each save of a synced model notes what it has changed, in the same commit.
@Suite(.timeLimit(.minutes(1))) struct CapturedSaveTests {
    /// The writes that the server gets, as text.
    private func sent(_ bench: SyncBench) async throws -> [String] {
        try await bench.sendAll()
        return bench.server.carriedOut.map { write in
            let changes = write.changes.filter { $0.after.map { !$0.allSatisfy(\.isNull) } ?? false }
            return "\(write.model) \(write.kind) \(changes.map(\.property).sorted().joined(separator: " "))"
        }
    }

    @Test func insertionsChangesAndDeletionsAreSent() async throws {
        let bench = try await SyncBench()
        let post = try await bench.save("one")
        try await bench.change(post.objectID) { $0.title = "two" }
        try await bench.stack.perform { context in
            try context.delete(try required(try context.object(post.objectID)))
            try context.save()
        }
        #expect(
            try await sent(bench) == ["Post insert id likes title", "Post update title", "Post delete "])
        let update = try #require(bench.server.carriedOut.dropFirst().first?.changes.first)
        #expect(update.before == [.text("one")] && update.after == [.text("two")])
    }

    @Test func otherModelsAndIgnoredPropertiesAreNot() async throws {
        let bench = try await SyncBench()
        let post = try await bench.save("one")
        try await bench.change(post.objectID) { $0.note = "mine" }
        try await bench.stack.perform { context in
            try context.insert(Draft("text"))
            try context.save()
        }
        #expect(try await sent(bench) == ["Post insert id likes title"])
    }

    @Test func entriesAreNoChangesOfTheContext() async throws {
        let bench = try await SyncBench()
        try await bench.stack.perform { context in
            try context.insert(Post("one"))
            try verify(context.changes.inserted.count == 1)
            try context.save()
            try verify(!context.hasChanges)
        }
        #expect(try await bench.repositories.outbox.counts().waiting == 1)
    }

    @Test func aFailedSaveLeavesNone() async throws {
        let bench = try await SyncBench()
        let post = try await bench.save("one")
        try await bench.stack.perform { context in
            try context.insert(Post("two"))
            let same = Post(id: post.id, "three")
            try context.insert(same)
            try verifyThrows { try context.save() }
            context.rollback()
        }
        #expect(try await bench.repositories.outbox.counts().waiting == 1)
    }

    @Test func aSaveThatIsRepeatedLeavesOneEntryForEachObject() async throws {
        let bench = try await SyncBench()
        let post = try await bench.save("one")
        let stack = bench.stack
        let context = try stack.makeContext(ContextOptions().merging(.perProperty))
        let object = try #require(try context.object(post.objectID))
        object.title = "mine"
        try await bench.change(post.objectID) { $0.likes = 3 }
        try context.save()
        #expect(
            try await sent(bench) == ["Post insert id likes title", "Post update likes", "Post update title"])
    }

    @Test func batchesAndDeleteRulesAreCaptured() async throws {
        let bench = try await SyncBench()
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
        #expect(kinds.filter { $0.hasPrefix("Author insert") }.count == 1)
        #expect(kinds.first?.hasPrefix("Author insert") == true)
        #expect(kinds.filter { $0 == "Post update likes" }.count == 2)
        #expect(kinds.filter { $0 == "Post delete " }.count == 3)
        #expect(kinds.last == "Author delete ")
    }

    @Test func batchesWithoutObjectsAreCaptured() async throws {
        let schema = try Schema("Drafts", models: [Draft.self])
            .syncing { Synced(Draft.self, writes: .localAndRemote, coalescing: false) }
        let stack = try startedStack(schema, on: .memory)
        let server = ScriptedServer()
        let repositories = try await Repositories(stack, source: server)
        try await stack.perform { context in
            for text in ["a", "b", "c"] { try context.insert(Draft(text)) }
            try context.save()
            _ = try context.updateAll(Draft.where { $0.text != "a" }) { $0.text.set(to: "d") }
            _ = try context.deleteAll(Draft.where { $0.text == "d" })
        }
        #expect(try await repositories.outbox.counts().waiting == 7)
        let sending = Task { try await repositories.run() }
        while server.carriedOut.count < 7 { await Task.yield() }
        sending.cancel()
        try await sending.value
        let updates = server.carriedOut.filter { $0.kind == .update }.flatMap(\.changes)
        #expect(Set(updates.compactMap { $0.before?.first }) == [.text("b"), .text("c")])
        #expect(updates.allSatisfy { $0.after == [.text("d")] })
        #expect(server.carriedOut.filter { $0.kind == .delete }.allSatisfy { $0.changes.count == 2 })
    }

    @Test func savesInTheBackgroundAndOfChildrenAreCaptured() async throws {
        let bench = try await SyncBench()
        try await saveBeside(bench.stack)
        #expect(try await bench.repositories.outbox.counts().waiting == 2)
    }

    private func saveBeside(_ stack: PersistentStack) async throws {
        let context = try stack.makeContext()
        try context.insert(Post("background"))
        try await context.saveInBackground()
        let child = context.makeChild(.editor)
        try child.insert(Post("child"))
        try child.save()
    }

    @Test func pairsAreSentWithTheirObject() async throws {
        let bench = try await SyncBench()
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
        #expect(pairs.count == 1 && pairs.first?.isAdded == true)
    }

    @Test func localWritesAreHeldAndServedOnesAreNot() async throws {
        let bench = try await SyncBench(.local)
        let held = try await bench.save("held")
        var options = ContextOptions()
        options.writes = .served
        _ = try await bench.save("served", options)
        options.writes = .localAndRemote
        _ = try await bench.save("sent", options)
        let outbox = bench.repositories.outbox
        let counts = try await outbox.counts()
        #expect(counts.held == 1 && counts.waiting == 1)
        #expect(try await outbox.state(of: held.objectID) == .held)
        try await outbox.release([held.objectID])
        try await bench.sendAll()
        #expect(bench.server.carriedOut.count == 2)
        #expect(try await outbox.state(of: held.objectID) == .settled)
    }

    @Test func aKeyThatIsTakenAgainInOneSaveIsAChange() async throws {
        let bench = try await SyncBench()
        let post = try await bench.save("one")
        try await bench.stack.perform { context in
            try context.delete(try required(try context.object(post.objectID)))
            try context.insert(Post(id: post.id, "two"))
            try context.save()
        }
        #expect(try await sent(bench) == ["Post insert id likes title", "Post update title"])
    }
}
