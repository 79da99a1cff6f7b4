import FoundationEssentials
import Granary
import GranaryConformance
import GranarySync
import Synchronization

/// What an answer tells besides its objects, and what is enough for the next one.
enum AnswerPromises: SyncPromiseList {
    static let category = ConformanceCategory.repositories

    static let promises: [ConformancePromise] = [
        promise("An unchanged answer is not served again") { ground in
            let date = TestDate()
            let (bench, posts) = try await bench(ground, date)
            let post = Post("one").snapshot
            bench.server.set { $0.serve = { tagged([post], $0) } }
            let first = try await posts.fetch(Post.all, .remote)
            date.advance(60)
            let second = try await posts.fetch(Post.all, .remote)
            try expect(bench.server.lastRequest?.tag == "first")
            try expect(
                second.map(\.title) == ["one"] && second.isComplete && second.metadata == ["total": "1"])
            try expect(second.servedAt == first.servedAt?.addingTimeInterval(60))
            _ = try await posts.fetch(Post.all, .remote.reloading)
            try expect(bench.server.lastRequest?.tag == nil && bench.server.lastRequest?.isReload == true)
        },
        promise("What is given up is served again") { ground in
            let date = TestDate()
            let (bench, posts) = try await bench(ground, date)
            let post = Post("theirs").snapshot
            bench.server.set { $0.serve = { tagged([post], $0) } }
            _ = try await posts.fetch(Post.all, .remote)
            var mine = post
            mine.title = "mine"
            try await posts.save(mine, .local)
            try await expectAsync(try await posts.fetch(Post.all, .remote).map(\.title) == ["mine"])
            try await bench.repositories.outbox.discard([post.objectID])
            try await expectAsync(try await posts.fetch(Post.all, .remote).map(\.title) == ["theirs"])
        },
        promise("A source that was not asked with a tag cannot say unchanged") { ground in
            let date = TestDate()
            let (bench, posts) = try await bench(ground, date)
            bench.server.set { $0.serve = { _ in .unchanged } }
            try await expectThrows { _ = try await posts.fetch(Post.all, .remote) }
        },
        promise("An answer is fresh for as long as the server says") { ground in
            let date = TestDate()
            let (bench, posts) = try await bench(ground, date)
            bench.server.set {
                $0.serve = { _ in
                    var payload = RemotePayload([Post("one").snapshot])
                    payload.freshFor = .seconds(10)
                    return payload
                }
            }
            try await expectAsync(try await posts.fetch().origin == .remote)
            date.advance(9)
            try await expectAsync(try await posts.fetch().origin == .local)
            date.advance(2)
            // The caller's own word counts more.
            try await expectAsync(try await posts.fetch(maxAge: .seconds(60)).origin == .local)
            try await expectAsync(try await posts.fetch(Post.all, .local).isComplete == false)
            try await expectAsync(try await posts.fetch().origin == .remote)
        },
        promise("An answer that is never fresh is complete when it is served") { ground in
            let date = TestDate()
            let (bench, posts) = try await bench(ground, date)
            bench.server.set {
                $0.serve = { _ in
                    var payload = RemotePayload([Post("one").snapshot])
                    payload.freshFor = .seconds(-1)
                    return payload
                }
            }
            try await expectAsync(try await posts.fetch().isComplete)
            try await expectAsync(try await posts.fetch().origin == .remote)
        },
        promise("Pages follow until all is there") { ground in
            let date = TestDate()
            let (bench, posts) = try await bench(ground, date)
            let all = (0..<5).map { Post("post \($0)").snapshot }
            bench.server.set { state in
                state.serve = { request in
                    let start = request.page.flatMap(\.first).map(Int.init) ?? 0
                    var payload = RemotePayload(all[start..<min(start + 2, 5)])
                    payload.isWhole = false
                    payload.next = start + 2 < 5 ? Data([UInt8(start + 2)]) : nil
                    return payload
                }
            }
            var answer = try await posts.fetch()
            var counts = [answer.count]
            try expect(!answer.isComplete)
            while let next = answer.next {
                date.advance(1)
                answer = try await posts.fetch(next)
                counts.append(answer.count)
            }
            try expect(counts == [2, 4, 5] && answer.isComplete && answer.origin == .remote)
            // It is as old as its first page.
            try expect(answer.servedAt == date.start)
            try await expectAsync(try await posts.fetch().origin == .local)
            // What was whole still is, although only its first page was served again.
            try await expectAsync(try await posts.fetch(Post.all, .remote).isComplete)
            try expect(bench.server.requests == 4)
        },
        promise("More than was asked for counts") { ground in
            let date = TestDate()
            let (bench, posts) = try await bench(ground, date)
            for title in ["a", "b"] { bench.server.put(Post(title, likes: title == "a" ? 1 : 5).snapshot) }
            let all = bench.server.state.withLock { Array($0.posts.values) }
            bench.server.set {
                $0.serve = { request in
                    var payload = RemotePayload(all)
                    var wider = request
                    (wider.limit, wider.predicate) = (nil, nil)
                    payload.covers = wider
                    return payload
                }
            }
            let few = try await posts.fetch(Post.where { $0.likes > 3 }.limit(1))
            try expect(few.map(\.title) == ["b"] && few.isComplete && few.origin == .remote)
            let more = try await posts.fetch()
            try expect(more.count == 2 && more.origin == .local)
        },
        promise("Any row is enough on request") { ground in
            let date = TestDate()
            let (bench, posts) = try await bench(ground, date)
            bench.server.put(Post("served").snapshot)
            try await expectAsync(try await posts.fetch(Post.all, .localOrRemote.anyRow).origin == .remote)
            let some = try await posts.fetch(Post.where { $0.likes == 0 }, .localOrRemote.anyRow)
            try expect(some.origin == .local && some.count == 1 && !some.isComplete)
            try expect(bench.server.requests == 1)
        },
        promise("Single and count") { ground in
            let date = TestDate()
            let (bench, posts) = try await bench(ground, date)
            try await expectAsync(try await posts.single(Post.where { $0.title == "a" }) == nil)
            bench.server.put(Post("a").snapshot)
            bench.server.put(Post("b").snapshot)
            try await expectAsync(try await posts.count(Post.all, .local) == 0)
            try await expectAsync(try await posts.count() == 2)
            try await expectAsync(try await posts.single(Post.where { $0.title == "a" })?.title == "a")
            do {
                _ = try await posts.single(Post.all)
                throw ConformanceFailure(.broken, "nothing was thrown")
            } catch let error as GranaryError { try expect(error.code == .query) }
            bench.server.set { $0.isOffline = true }
            try await expectAsync(try await posts.count(Post.where { $0.title == "b" }) == 1)
        },
        promise("The server says things about rows") { ground in
            let date = TestDate()
            let (bench, posts) = try await bench(ground, date)
            let post = Post("one").snapshot
            bench.server.set {
                $0.serve = { _ in
                    var payload = RemotePayload([post])
                    payload.setMetadata(["rank": "7"], of: post.objectID)
                    return payload
                }
            }
            try await expectAsync(try await posts.fetch().metadata(of: post.objectID) == ["rank": "7"])
            try await expectAsync(try await posts.fetch().metadata(of: post.objectID) == [:])
        },
        promise("The error behind a call is with the next answer") { ground in
            let date = TestDate()
            let (bench, posts) = try await bench(ground, date)
            _ = try await posts.fetch()
            bench.server.set { $0.error = GranaryError(.io, "It is broken.") }
            try await expectAsync(try await posts.fetch(Post.all, .localThenRemote).remoteError == nil)
            // Until then it stays broken: a later request without an error would be the last word.
            var error: GranaryError?
            while error == nil { error = try await posts.fetch(Post.all, .localThenRemote).remoteError }
            try expect(error?.code == .io)
        },
    ]

    /// The answer of a server whose rows stay as they are under one tag.
    private static func tagged(_ posts: [Post.Snapshot], _ request: RemoteRequest) -> RemotePayload {
        if request.tag == "first" { return .unchanged }
        var payload = RemotePayload(posts)
        payload.tag = "first"
        payload.metadata = ["total": "1"]
        return payload
    }

    private static func bench(_ ground: SyncGround, _ date: TestDate) async throws -> (
        SyncClient, Repository<Post>
    ) {
        var times = SyncTimes()
        times.now = date.now
        let bench = try await ground.client(times: times)
        return (bench, bench.repositories[Post.self])
    }
}

/// A date that a test moves.
final class TestDate: Sendable {
    let start = Date(timeIntervalSince1970: 1_000_000)
    private let elapsed = Mutex(0.0)

    var now: @Sendable () -> Date { { self.start.addingTimeInterval(self.elapsed.withLock { $0 }) } }

    func advance(_ seconds: Double) { elapsed.withLock { $0 += seconds } }
}
