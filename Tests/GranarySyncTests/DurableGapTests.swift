import FoundationEssentials
import Granary
import GranaryLevelDB
import GranarySQLite
import GranaryTestSupport
import Testing

@testable import GranarySync
@testable import GranarySyncTesting

/// What is missing of served rows is kept by every store, also over a restart.
@Suite(.timeLimit(.minutes(2))) struct DurableGapTests {
    @Test(arguments: [true, false]) func gapsOutliveTheProcess(_ isSQL: Bool) async throws {
        let directory = try TemporaryDirectory()
        let schema = try syncedSchema()
        let author = Author("Ada").snapshot
        var post = Post("one", likes: 3).snapshot
        post.author = author.id
        let (rows, authors) = (Mutexed([post]), Mutexed<[Author.Snapshot]>([]))
        let source = FixedSource {
            var payload = RemotePayload(authors.value)
            payload.add(
                partial: rows.value.map {
                    PartialRow<Post>($0) {
                        $0.title; $0.author
                    }
                })
            return payload
        }
        func open() async throws -> (PersistentStack, Repositories) {
            let stack = try startedStack(schema, on: isSQL ? .sqlite : .leveldb, at: directory.path)
            let repositories = try await Repositories(stack, source: source)
            return (stack, repositories)
        }
        func gaps(_ stack: PersistentStack) async throws -> [String] {
            try await stack.perform { try $0.fetch(SyncGap.all).map(\.property).sorted() }
        }
        do {
            let (stack, repositories) = try await open()
            let answer = try await repositories[Post.self].fetch(Post.all, .remote)
            #expect(answer.map(\.title) == ["one"] && answer.map(\.author) == [nil] && !answer.isComplete)
            #expect(try await gaps(stack) == ["", "author"])
            try await stack.close()
        }
        let (stack, repositories) = try await open()
        let posts = repositories[Post.self]
        #expect(try await !posts.fetch(Post.all, .local).isComplete)
        (authors.value, rows.value) = ([author], [])
        _ = try await repositories[Author.self].fetch(Author.all, .remote)
        #expect(try await posts.fetch(Post.all, .local).map(\.author) == [author.id])
        #expect(try await gaps(stack) == [""])
        authors.value = []
        // The store holds references by constraints, and the author's posts leave with her.
        _ = try await repositories[Author.self].fetch(Author.all, .remote, extra: .replace)
        #expect(try await posts.fetch(Post.all, .local).isEmpty)
        #expect(try await gaps(stack).isEmpty)
        try await stack.close()
    }
}
