import FoundationEssentials
import Granary
import GranarySync
import GranaryTestSupport
import Synchronization
import Testing

/// A write that the server does not carry out stays until somebody decides, and each decision leads both sides to one state.
@Suite(.timeLimit(.minutes(1))) struct RefusalTests {
    /// A post whose title both sides have changed, and the refusal of this side's write.
    private func conflict(
        _ conflicts: SyncedConflicts = .ask, deciding: RefusalHandler? = nil
    ) async throws -> (SyncBench, ObjectID<Post>) {
        let bench = try await SyncBench(try syncedSchema(conflicts: conflicts), deciding: deciding)
        let post = try await bench.save("one")
        try await bench.sendAll()
        bench.server.set { state in
            state.comparesValues = true
            state.posts[post.objectID.key.objectKey]?.title = "theirs"
        }
        try await bench.change(post.objectID) { $0.title = "mine" }
        return (bench, post.objectID)
    }

    private func onlyRefusal(_ bench: SyncBench) async throws -> RefusedWrite {
        let refusals = try await bench.repositories.outbox.refusals()
        #expect(refusals.count == 1)
        return try #require(refusals.first)
    }

    /// Decides about the only refusal, and sends the rest.
    private func decide(_ decision: RefusalDecision, _ bench: SyncBench) async throws {
        let refusal = try await onlyRefusal(bench)
        try await bench.repositories.outbox.decide(decision, on: refusal.id)
        try await bench.sendAll()
        #expect(try await bench.repositories.outbox.counts().isEmpty)
    }

    @Test func aConflictHasBaseMineAndTheirs() async throws {
        let (bench, id) = try await conflict()
        try await bench.sendUntilRefused()
        let refusal = try await onlyRefusal(bench)
        #expect(refusal.cause == .conflict && refusal.reason == "changed by others")
        #expect(refusal.write.changes.map(\.before) == [[.text("one")]])
        #expect(refusal.write.changes.map(\.after) == [[.text("mine")]])
        #expect(refusal.theirs?["title"] == [.text("theirs")])
        #expect(try await bench.stored(id)?.title == "mine")
    }

    @Test func keepingSendsTheValuesOfThisSideAgain() async throws {
        let (bench, id) = try await conflict()
        try await bench.sendUntilRefused()
        try await decide(.keep, bench)
        #expect(try await bench.stored(id)?.title == "mine")
        #expect(bench.remote(id)?.title == "mine")
        #expect(Set(bench.server.arrived.map(\.id)).count == 3)
    }

    @Test func takingTheRemoteSideGivesTheWriteUp() async throws {
        let (bench, id) = try await conflict()
        try await bench.change(id) { $0.likes = 4 }
        try await bench.sendUntilRefused()
        try await decide(.takeRemote, bench)
        let stored = try await bench.stored(id)
        // The later write of another property stays, and is sent.
        #expect(stored?.title == "theirs" && stored?.likes == 4)
        #expect(bench.remote(id)?.likes == 4)
    }

    @Test func undoingTakesAllBackThatBuildsOnTheWrite() async throws {
        let (bench, id) = try await conflict()
        try await bench.change(id) { $0.likes = 4 }
        let other = try await bench.save("other")
        try await bench.sendUntilRefused()
        try await decide(.undo, bench)
        let stored = try await bench.stored(id)
        #expect(stored?.title == "one" && stored?.likes == 0)
        #expect(try await bench.stored(other.objectID) != nil)
    }

    @Test func replacingSendsOtherValues() async throws {
        let (bench, id) = try await conflict()
        try await bench.sendUntilRefused()
        let refusal = try await onlyRefusal(bench)
        await #expect(throws: GranaryError.self) {
            try await bench.repositories.outbox.decide(.replace(["colour": .text("red")]), on: refusal.id)
        }
        try await decide(.replace(["title": .text("both")]), bench)
        #expect(try await bench.stored(id)?.title == "both")
        #expect(bench.remote(id)?.title == "both")
    }

    @Test func aModelMaySayWhichSideCounts() async throws {
        let (kept, first) = try await conflict(.keep)
        try await kept.sendAll()
        #expect(kept.remote(first)?.title == "mine")
        #expect(try await kept.stored(first)?.title == "mine")
        let (taken, second) = try await conflict(.takeRemote)
        try await taken.sendAll()
        #expect(taken.remote(second)?.title == "theirs")
        #expect(try await taken.stored(second)?.title == "theirs")
    }

    @Test func mergeRulesComeFirst() async throws {
        let bench = try await SyncBench()
        let post = try await bench.save("one")
        try await bench.sendAll()
        bench.server.set { state in
            state.comparesValues = true
            state.posts[post.objectID.key.objectKey]?.likes = 5
        }
        try await bench.change(post.objectID) { $0.likes += 2 }
        try await bench.sendAll()
        #expect(try await bench.stored(post.objectID)?.likes == 7)
        #expect(bench.remote(post.objectID)?.likes == 7)
    }

    @Test func whatOnlyOneSideHasChangedIsMerged() async throws {
        let bench = try await SyncBench()
        let post = try await bench.save("one")
        try await bench.sendAll()
        bench.server.set { $0.posts[post.objectID.key.objectKey]?.likes = 5 }
        let held = try #require(bench.remote(post.objectID))
        let refusals = Mutex(1)
        // As a server that compares versions of whole rows.
        bench.server.set { state in
            state.answer = { _ in
                refusals.withLock {
                    $0 -= 1; return $0 >= 0
                } ? .conflict(RemotePayload([held])) : nil
            }
        }
        try await bench.change(post.objectID) { $0.title = "two" }
        try await bench.sendAll()
        let stored = try await bench.stored(post.objectID)
        #expect(stored?.title == "two" && stored?.likes == 5)
        #expect(bench.remote(post.objectID)?.title == "two")
    }

    @Test func aServerThatRefusesEachMergeIsNotAskedWithoutEnd() async throws {
        let bench = try await SyncBench(try syncedSchema(conflicts: .keep))
        let post = try await bench.save("one")
        try await bench.sendAll()
        let held = try #require(bench.remote(post.objectID))
        bench.server.set { $0.answer = { _ in .conflict(RemotePayload([held])) } }
        try await bench.change(post.objectID) { $0.title = "two" }
        try await bench.sendUntilRefused()
        #expect(bench.server.arrived.count < 50)
    }

    @Test func anObjectThatIsGoneIsSentAgainOrDeletedHere() async throws {
        for isKept in [true, false] {
            let (bench, id) = try await conflict()
            bench.server.set { $0.posts[id.key.objectKey] = nil }
            try await bench.sendUntilRefused()
            #expect(try await onlyRefusal(bench).cause == .gone)
            try await decide(isKept ? .keep : .takeRemote, bench)
            #expect(bench.remote(id)?.title == (isKept ? "mine" : nil))
            #expect(try await bench.stored(id)?.title == (isKept ? "mine" : nil))
        }
    }

    @Test func aRefusedInsertionIsUndoneWithAllThatRefersToIt() async throws {
        let bench = try await SyncBench()
        bench.server.set { state in
            state.answer = { $0.model == "Author" ? .refused("unknown") : nil }
        }
        let ids = try await bench.stack.perform { context in
            let author = Author("Ada")
            let post = Post("one", author: author)
            try context.insert(post)
            try context.save()
            post.title = "two"
            try context.save()
            return (author: author.objectID, post: post.objectID)
        }
        try await bench.sendUntilRefused()
        #expect(bench.server.carriedOut.isEmpty)
        try await decide(.undo, bench)
        #expect(try await bench.stored(ids.post) == nil)
        #expect(try await bench.stack.perform { try $0.count(Author.all) } == 0)
        #expect(bench.server.carriedOut.isEmpty)
    }

    @Test func anUndoneDeletionBringsTheWholeObjectBack() async throws {
        let bench = try await SyncBench()
        let id = try await bench.stack.perform { context in
            let author = Author("Ada")
            let post = Post("one", likes: 3, note: "mine", author: author)
            post.readers.append(author)
            try context.insert(post)
            try context.save()
            return post.objectID
        }
        try await bench.sendAll()
        bench.server.set { $0.answer = { $0.kind == .delete ? .refused("needed") : nil } }
        let before = try await bench.stored(id)
        try await bench.delete(id)
        try await bench.sendUntilRefused()
        #expect(try await onlyRefusal(bench).write.changes.allSatisfy { $0.property != "note" })
        try await decide(.undo, bench)
        #expect(try await bench.stored(id) == before)
    }

    @Test func aHandlerIsAskedAtEveryStartUntilItDecides() async throws {
        let asked = Mutex<[RefusedWrite]>([])
        let decision = Mutex<RefusalDecision?>(nil)
        let (bench, id) = try await conflict { write in
            asked.withLock { $0.append(write) }
            return decision.withLock { $0 }
        }
        try await bench.sending { asked.withLock { $0.count } == 1 }
        let other = try await bench.save("other")
        try await bench.sending { try await bench.repositories.outbox.state(of: other.objectID) == .settled }
        #expect(asked.withLock { $0.count } == 2)
        #expect(try await bench.repositories.outbox.counts().refused == 1)
        decision.withLock { $0 = .keep }
        let outbox = bench.repositories.outbox
        try await bench.sending { try await outbox.counts().isEmpty }
        #expect(asked.withLock { $0.count } == 3)
        #expect(bench.remote(id)?.title == "mine")
    }

    @Test func withoutAHandlerItIsReportedOnce() async throws {
        let (bench, _) = try await conflict()
        let errors = bench.stack.errors
        let reported = Task {
            for await error in errors where error.work == .sending { return error.error.code }
            return GranaryError.Code.notFound
        }
        try await bench.sendUntilRefused()
        let outbox = bench.repositories.outbox
        let other = try await bench.save("other")
        try await bench.sending { try await outbox.state(of: other.objectID) == .settled }
        #expect(await reported.value == .conflict)
    }
}
