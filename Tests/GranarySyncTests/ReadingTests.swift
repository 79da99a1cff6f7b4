import FoundationEssentials
import Granary
import GranarySync
import GranaryTestSupport
import Synchronization
import Testing

/// Each policy says where an answer may come from.
@Suite(.timeLimit(.minutes(1))) struct ReadingTests {
    private func bench() async throws -> (SyncBench, Repository<Post>) {
        let bench = try await SyncBench()
        bench.server.put(Post("served").snapshot)
        return (bench, bench.repositories[Post.self])
    }

    @Test func localNeverAsks() async throws {
        let (bench, posts) = try await bench()
        let answer = try await posts.fetch(Post.all, .local)
        #expect(answer.isEmpty && !answer.isComplete && answer.origin == .local)
        #expect(bench.server.requests == 0)
    }

    @Test func remoteAlwaysAsks() async throws {
        let (bench, posts) = try await bench()
        for _ in 0..<2 {
            let answer = try await posts.fetch(Post.all, .remote)
            #expect(answer.map(\.title) == ["served"] && answer.isComplete && answer.origin == .remote)
            #expect(answer.servedAt != nil)
        }
        #expect(bench.server.requests == 2)
    }

    @Test func localOrRemoteAsksOnce() async throws {
        let (bench, posts) = try await bench()
        #expect(try await posts.fetch().origin == .remote)
        #expect(try await posts.fetch().origin == .local)
        // The same condition without a limit was served whole.
        let few = try await posts.fetch(Post.all.sorted { $0.title.ascending }.limit(1))
        #expect(few.origin == .local && few.isComplete && few.count == 1)
        _ = try await posts.fetch(Post.where { $0.likes > 3 })
        #expect(bench.server.requests == 2)
    }

    @Test func aPartOfTheAnswerIsNotEnough() async throws {
        let (bench, posts) = try await bench()
        bench.server.set { $0.servesPages = true }
        #expect(try await !posts.fetch().isComplete)
        _ = try await posts.fetch()
        #expect(bench.server.requests == 2)
    }

    @Test func withoutAConnectionThePolicyDecides() async throws {
        let (bench, posts) = try await bench()
        _ = try await bench.save("mine")
        bench.server.set { $0.isOffline = true }
        let answer = try await posts.fetch()
        #expect(answer.map(\.title) == ["mine"] && answer.remoteError?.code == .unavailable)
        await #expect(throws: GranaryError.self) { _ = try await posts.fetch(Post.all, .remote) }
    }

    @Test func localThenRemoteAnswersAndAsksBehind() async throws {
        let (bench, posts) = try await bench()
        let first = try await posts.fetch(Post.all, .localThenRemote)
        #expect(first.origin == .remote && first.count == 1)
        bench.server.put(Post("later").snapshot)
        let second = try await posts.fetch(Post.all, .localThenRemote)
        #expect(second.origin == .local && second.count == 1)
        while try await posts.fetch(Post.all, .local).count < 2 { await Task.yield() }
        #expect(bench.server.requests == 2)
    }

    @Test func remoteOrLocalAsksAndFallsBack() async throws {
        let (bench, posts) = try await bench()
        #expect(try await posts.fetch(Post.all, .remoteOrLocal).origin == .remote)
        #expect(try await posts.fetch(Post.all, .remoteOrLocal).origin == .remote)
        #expect(bench.server.requests == 2)
        bench.server.set { $0.error = GranaryError(.io, "It is broken.") }
        await #expect(throws: GranaryError.self) { _ = try await posts.fetch(Post.all, .remoteOrLocal) }
        let broken = try await posts.fetch(Post.all, .remoteOrLocal(afterErrors: true))
        #expect(broken.count == 1 && broken.origin == .local && broken.remoteError?.code == .io)
        bench.server.set { $0.isOffline = true }
        let offline = try await posts.fetch(Post.all, .remoteOrLocal)
        #expect(offline.isComplete && offline.remoteError?.code == .unavailable)
    }

    @Test func anAnswerMayBeTooOld() async throws {
        let date = Mutex(Date(timeIntervalSince1970: 1_000_000))
        var times = SyncTimes()
        times.now = { date.withLock { $0 } }
        let bench = try await SyncBench(times: times)
        let posts = bench.repositories[Post.self]
        _ = try await posts.fetch()
        date.withLock { $0 += 60 }
        #expect(try await posts.fetch(maxAge: .seconds(61)).origin == .local)
        #expect(try await posts.fetch(maxAge: .seconds(59)).origin == .remote)
        #expect(try await posts.fetch(maxAge: .seconds(59)).origin == .local)
        // A clock that was set back makes no answer older.
        date.withLock { $0 -= 1_000 }
        #expect(try await posts.fetch(maxAge: .seconds(1)).origin == .local)
    }

    @Test func withoutAConnectionNoFurtherCallWaits() async throws {
        let gate = Gate()
        let hangs = Mutex(false)
        let server = ScriptedServer(beforeFetch: {
            if hangs.withLock({ $0 }) { await gate.wait() }
        })
        let bench = try await SyncBench(server: server)
        let posts = bench.repositories[Post.self]
        server.set { $0.isOffline = true }
        #expect(try await posts.fetch().remoteError?.code == .unavailable)
        // From now on an attempt takes until the gate opens.
        hangs.withLock { $0 = true }
        #expect(try await posts.fetch().remoteError?.code == .unavailable)
        #expect(try await posts.fetch(Post.all, .remoteOrLocal).remoteError?.code == .unavailable)
        server.set { $0.isOffline = false }
        hangs.withLock { $0 = false }
        gate.open()
        // The attempt behind the call has found the connection again.
        while try await posts.fetch().remoteError != nil { await Task.yield() }
        #expect(try await posts.first() == nil)
    }

    @Test func theServersErrorIsThrown() async throws {
        let (bench, posts) = try await bench()
        bench.server.set { $0.error = GranaryError(.io, "It is broken.") }
        for policy in [ReadPolicy.remote, .localOrRemote] {
            do {
                _ = try await posts.fetch(Post.all, policy)
                Issue.record("nothing was thrown")
            } catch let error as GranaryError { #expect(error.code == .io) }
        }
    }

    @Test func objectsAreReadByTheirIdentities() async throws {
        let bench = try await SyncBench()
        let posts = bench.repositories[Post.self]
        let (first, second, third) = (Post("first").snapshot, Post("second").snapshot, Post("third").snapshot)
        for post in [first, second] { bench.server.put(post) }
        _ = try await posts.fetch(Post.all, .remote)
        bench.server.put(third)
        let ids = [second.objectID, first.objectID, second.objectID]
        let here = try await posts.objects(ids)
        #expect(here.map(\.title) == ["second", "first", "second"])
        #expect(here.isComplete && here.origin == .local && bench.server.requests == 1)
        // Only the missing ones are asked for.
        let more = try await posts.objects([third.objectID] + ids)
        #expect(more.map(\.title) == ["third", "second", "first", "second"] && more.origin == .remote)
        #expect(bench.server.lastRequest?.keys == [third.objectID.key.objectKey])
        #expect(try await posts.object(ObjectID(UUID()), .local) == nil)
        #expect(try await posts.objects([], .remote).isComplete)
        bench.server.set { $0.isOffline = true }
        let some = try await posts.objects([first.objectID, ObjectID(UUID())])
        #expect(some.count == 1 && !some.isComplete && some.remoteError?.code == .unavailable)
    }

    @Test func valuesAreSavedAndDeleted() async throws {
        let bench = try await SyncBench()
        let posts = bench.repositories[Post.self]
        var post = try await posts.save(Post("one").snapshot)
        post.title = "two"
        #expect(try await posts.save([post, Post("other").snapshot]).map(\.title) == ["two", "other"])
        try await posts.save(Post("held").snapshot, writes: .local)
        #expect(try await bench.repositories.outbox.counts().held == 1)
        #expect(try await posts.delete([post.objectID, ObjectID(UUID())]) == 1)
        try await bench.sendAll()
        #expect(
            bench.server.carriedOut.map(\.kind).map(\.rawValue).sorted() == [
                "delete", "insert", "insert", "update",
            ])
    }

    @Test func aModelThatIsNotSyncedHasTheStoreAlone() async throws {
        let (bench, _) = try await bench()
        let drafts = bench.repositories[Draft.self]
        #expect(try await drafts.fetch().isComplete)
        await #expect(throws: GranaryError.self) { _ = try await drafts.fetch(Draft.all, .remote) }
        #expect(bench.server.requests == 0)
    }

    @Test func rowsOfStrangersAreRefused() async throws {
        let bench = try await SyncBench()
        let source = StrangeSource()
        let stack = try startedStack(try syncedSchema())
        let repositories = try await Repositories(stack, source: source)
        await #expect(throws: GranaryError.self) {
            _ = try await repositories[Post.self].fetch(Post.all, .remote)
        }
        #expect(try await stack.perform { try $0.count(Draft.all) } == 0)
        withExtendedLifetime(bench) {}
    }
}

/// Serves rows of a model that is not synced.
private struct StrangeSource: RemoteSource {
    func fetch(_ request: RemoteRequest) async throws -> RemotePayload {
        RemotePayload([Draft("strange").snapshot])
    }

    func send(_ batch: RemoteBatch) async throws -> [RemoteOutcome] { [] }
}
