import FoundationEssentials
import Granary
import GranarySync
import GranaryTestSupport
import Synchronization
import Testing

/// Waiting writes of one object become one when they are sent.
@Suite(.timeLimit(.minutes(1))) struct CoalescingTests {
    private func bench() async throws -> SyncBench { try await SyncBench(try syncedSchema(coalescing: true)) }

    /// The effects of the writes that have arrived.
    private func kinds(_ bench: SyncBench) -> [RemoteWrite.Kind] { bench.server.arrived.map(\.kind) }

    @Test func anInsertionWithItsChangesIsOneInsertion() async throws {
        let bench = try await bench()
        let post = try await bench.save("one")
        for number in 0..<5 { try await bench.change(post.objectID) { $0.title = "\(number)" } }
        try await bench.change(post.objectID) { $0.likes = 7 }
        try await bench.sendAll()
        #expect(kinds(bench) == [.insert])
        #expect(bench.server.arrived.first?.values["title"] == .text("4"))
        #expect(bench.server.arrived.first?.values["likes"] == .integer(7))
        #expect(try await bench.repositories.outbox.counts().isEmpty)
    }

    @Test func changesOfAnObjectAreOneFromTheFirstValueToTheLast() async throws {
        let bench = try await bench()
        let post = try await bench.save("one")
        try await bench.sendAll()
        try await bench.change(post.objectID) { $0.title = "two" }
        try await bench.change(post.objectID) { $0.title = "three" }
        try await bench.change(post.objectID) { $0.likes = 1 }
        try await bench.sendAll()
        #expect(kinds(bench) == [.insert, .update])
        let changes = bench.server.arrived.last?.changes.sorted { $0.property < $1.property } ?? []
        #expect(changes.map(\.property) == ["likes", "title"])
        #expect(changes.last?.before == [.text("one")] && changes.last?.after == [.text("three")])
    }

    @Test func whatIsInsertedAndDeletedIsNotSent() async throws {
        let bench = try await bench()
        let post = try await bench.save("one")
        try await bench.change(post.objectID) { $0.title = "two" }
        try await bench.delete(post.objectID)
        try await bench.sendAll()
        #expect(bench.server.arrived.isEmpty)
    }

    @Test func changesThatCancelOutAreNotSent() async throws {
        let bench = try await bench()
        let post = try await bench.save("one")
        try await bench.sendAll()
        try await bench.change(post.objectID) { $0.title = "two" }
        try await bench.change(post.objectID) { $0.title = "one" }
        try await bench.sendAll()
        #expect(kinds(bench) == [.insert])
    }

    @Test func aDeletionAndAnInsertionOfOneKeyAreAChange() async throws {
        let bench = try await bench()
        let post = try await bench.save("one")
        try await bench.sendAll()
        try await bench.delete(post.objectID)
        try await bench.stack.perform { context in
            try context.insert(Post(id: post.id, "again"))
            try context.save()
        }
        try await bench.sendAll()
        #expect(kinds(bench) == [.insert, .update])
        #expect(bench.server.arrived.last?.values == ["title": .text("again")])
    }

    @Test func whatHasLeftIsRepeatedUnchanged() async throws {
        let bench = try await bench()
        bench.server.set { $0.losesAnswers = true }
        let post = try await bench.save("one")
        let server = bench.server
        try await bench.sending { !server.arrived.isEmpty }
        try await bench.change(post.objectID) { $0.title = "two" }
        try await bench.change(post.objectID) { $0.title = "three" }
        server.set { $0.losesAnswers = false }
        try await bench.sendAll()
        let writes = server.arrived
        let first = try #require(writes.first)
        #expect(writes.dropLast().allSatisfy { $0 == first })
        #expect(writes.last?.kind == .update && writes.last?.values == ["title": .text("three")])
    }

    @Test func aWriteDoesNotPassOneThatRefersToItsObject() async throws {
        let bench = try await bench()
        try await bench.stack.perform { context in
            let author = Author("Ada")
            try context.insert(author)
            try context.save()
            try context.insert(Post("one", author: author))
            try context.save()
            author.name = "Ada L."
            try context.save()
        }
        try await bench.sendAll()
        #expect(
            bench.server.arrived.map { "\($0.model) \($0.kind)" } == [
                "Author insert", "Post insert", "Author update",
            ])
    }

    @Test func aSourceTakesSeveralIndependentWritesTogether() async throws {
        let bench = try await SyncBench(
            try syncedSchema(coalescing: true), server: ScriptedServer(batches: 10))
        try await bench.stack.perform { context in
            for number in 0..<25 { try context.insert(Post("\(number)")) }
            let author = Author("Ada")
            try context.insert(author)
            try context.insert(Post("last", author: author))
            try context.save()
        }
        try await bench.sendAll()
        #expect(bench.server.state.withLock { $0.batches } == [10, 10, 7])
        let models = bench.server.carriedOut.map(\.model)
        #expect(models.count == 27)
        // What refers to a new object is in a later batch than the object.
        let author = try #require(models.firstIndex(of: "Author"))
        let last = try #require(
            bench.server.carriedOut.firstIndex { $0.values["title"] == .text("last") })
        #expect(author / 10 < last / 10)
    }
}
