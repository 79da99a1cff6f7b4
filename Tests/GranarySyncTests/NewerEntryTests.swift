import FoundationEssentials
import Granary
import GranaryMemory
import GranaryTestSupport
import Testing

@testable import GranarySync
@testable import GranarySyncTesting

/// Bytes in a format that comes later.
private let newer = Data([200, 1, 2, 3])

/// Writes of a newer version of the program wait, and neither they nor damaged ones stop anything else.
@Suite(.timeLimit(.minutes(1))) struct NewerEntryTests {
    /// A client with a post that has a later write in other bytes.
    private func made(
        _ bytes: Data = newer, state: EntryState = .waiting
    ) async throws -> (SyncClient, Post.Snapshot) {
        let stack = try startedStack(try syncedSchema(coalescing: true), on: .memory)
        let client = try await SyncClient(stack, ScriptedServer(), SyncTimes())
        let post = try await client.save("one")
        try await client.sendAll()
        try await client.change(post.objectID) { $0.title = "two" }
        try await stack.perform(RepositoryCore.servedOptions()) { context in
            let entry = try #require(try context.fetch(SyncEntry.all).first)
            (entry.values, entry.state) = (bytes, state)
            if state == .refused { entry.refusal = "no" }
            try context.save()
        }
        return (client, post)
    }

    /// The bytes of the first entry of a client.
    private func bytes(_ client: SyncClient) async throws -> Data? {
        try await client.stack.perform { try $0.fetch(SyncEntry.all).first?.values }
    }

    @Test(arguments: [(newer, GranaryError.Code.newer), (Data([1, 255]), .corrupt)])
    func whatCannotBeReadWaitsAndIsTold(_ bytes: Data, _ code: GranaryError.Code) async throws {
        let (client, post) = try await made(bytes)
        let told = client.firstSendingError()
        // What builds on it waits too, and others leave.
        try await client.change(post.objectID) { $0.likes = 5 }
        let other = try await client.save("other")
        let outbox = client.repositories.outbox
        try await client.sending { try await outbox.state(of: other.objectID) == .settled }
        #expect(client.server.carriedOut.map(\.key) == [post, other].map(\.objectID.key.objectKey))
        #expect(try await outbox.state(of: post.objectID) == .waiting)
        #expect(try await self.bytes(client) == bytes)
        let error = try #require(await told.value)
        #expect(error.code == code && error.context.entity == "Post")
    }

    @Test func whatIsServedMeanwhileIsTakenButForItsObject() async throws {
        let (client, post) = try await made()
        var theirs = post
        theirs.title = "theirs"
        client.server.put(theirs)
        client.server.put(Post("served").snapshot)
        let posts = client.repositories[Post.self]
        let answer = try await posts.fetch(Post.all, .remote)
        #expect(Set(answer.map(\.title)) == ["two", "served"])
        // The newer version has to ask again, since nobody can say what of the row was taken.
        #expect(!answer.isComplete)
        #expect(try await bytes(client) == newer)
    }

    @Test func whatTheServerHasDeletedGoesMeanwhile() async throws {
        let (client, post) = try await made()
        let gone = Post("gone").snapshot
        client.server.put(gone)
        let posts = client.repositories[Post.self]
        _ = try await posts.fetch(Post.all, .remote)
        client.server.remove(gone.objectID)
        client.server.remove(post.objectID)
        _ = try await posts.fetch(Post.all, .remote, extra: .replace)
        // What has unsent writes stays.
        #expect(try await posts.fetch(Post.all, .local).map(\.title) == ["two"])
        #expect(try await bytes(client) == newer)
    }

    @Test func theAnswerToAnotherWriteIsNotHeldUp() async throws {
        let (client, post) = try await made()
        client.server.set { $0.returnsRows = true }
        // A write that the server answers with the row of the object.
        let other = try await client.save("other")
        let row = try #require(client.remote(post.objectID))
        client.server.set { $0.answer = { _ in .accepted(RemotePayload([row])) } }
        let outbox = client.repositories.outbox
        try await client.sending { try await outbox.state(of: other.objectID) == .settled }
        #expect(try await client.stored(post.objectID)?.title == "two")
    }

    @Test func refusedOnesAreNotAmongTheRefusals() async throws {
        let (client, post) = try await made(state: .refused)
        let outbox = client.repositories.outbox
        client.server.set { $0.refused = ["bad"] }
        _ = try await client.save("bad")
        try await client.sendUntilRefused(2)
        #expect(try await outbox.refusals().map { $0.write.values["title"] } == [.text("bad")])
        #expect(try await outbox.state(of: post.objectID) == .refused("no"))
        #expect(try await outbox.cancel { _ in true } == 1)
        try await outbox.discard([post.objectID])
        #expect(try await outbox.counts().isEmpty)
    }

    @Test func earlierOnesOfOtherObjectsCanBeUndone() async throws {
        let stack = try startedStack(try syncedSchema(), on: .memory)
        let client = try await SyncClient(stack, ScriptedServer(), SyncTimes())
        client.server.set { $0.refused = ["bad"] }
        _ = try await client.save("bad")
        try await client.sendUntilRefused()
        _ = try await client.save("one")
        try await stack.perform(RepositoryCore.servedOptions()) { context in
            let entry = try #require(try context.fetch(SyncEntry.where { $0.state == .waiting }).first)
            entry.values = newer
            try context.save()
        }
        let outbox = client.repositories.outbox
        #expect(try await outbox.cancel { $0.values["title"] == .text("bad") } == 1)
        let counts = try await outbox.counts()
        #expect(counts.refused == 0 && counts.waiting == 1)
    }

    @Test func repositoriesAreMadeOverThem() async throws {
        let stack = try startedStack(try syncedSchema(), on: .memory)
        try await stack.perform { context in
            try context.insert(Post("one"))
            try context.save()
        }
        try await stack.perform(RepositoryCore.servedOptions()) { context in
            for entry in try context.fetch(SyncEntry.all) { entry.values = newer }
            let gap = SyncGap(entity: "Post", key: Data([1, 3, 2]), missing: ["title"])
            gap.missing = newer
            try context.insert(gap)
            try context.save()
        }
        let repositories = try await Repositories(stack, source: ScriptedServer(), existing: .areServed)
        #expect(try await repositories.outbox.counts().waiting == 1)
    }
}
