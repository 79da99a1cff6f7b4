import FoundationEssentials
import Granary
import GranaryMemory
import GranaryTestSupport
import Testing

@testable import GranarySync
@testable import GranarySyncTesting

/// What a configuration file says of repositories.
@Suite(.timeLimit(.minutes(1))) struct SyncConfigurationTests {
    private func stack(_ text: String, _ variables: [String: String] = [:]) async throws -> PersistentStack {
        let directory = try TemporaryDirectory()
        let path = directory.path(of: "granary.yaml")
        try Data(text.utf8).write(to: URL(filePath: path))
        return try await PersistentStack.open(
            syncedSchema(),
            configuration: FileConfigurationSource(path: path, variables: variables, arguments: []),
            backends: [.memory])
    }

    @Test func pausesAndSourcesComeFromTheFile() async throws {
        let stack = try await stack(
            """
            stores: { Default: { type: memory } }
            sync:
              longestPause: 2m
              lease: 10s
              sources:
                main: { url: "https://example.org/api", timeLimit: 1500ms, token: { env: TOKEN } }
            """, ["TOKEN": "hunter2"])
        let configuration = try SyncConfiguration(of: stack.settings)
        #expect(
            configuration.times.longestPause == .seconds(120) && configuration.times.lease == .seconds(10))
        #expect(configuration.times.firstPause == SyncTimes().firstPause)
        let source = try configuration.source("main")
        #expect(source.url == "https://example.org/api" && source.timeLimit == .milliseconds(1_500))
        #expect(source.token == "hunter2" && !"\(source)".contains("hunter2"))
        var dumped = ""
        dump(configuration.sources, to: &dumped)
        #expect(!dumped.contains("hunter2"))
        try await stack.close()
    }

    @Test func withoutASectionTheUsualTimesCount() async throws {
        let stack = try await stack("stores: { Default: { type: memory } }")
        let configuration = try SyncConfiguration(of: stack.settings)
        #expect(configuration.times.lease == SyncTimes().lease && configuration.sources.isEmpty)
        do {
            _ = try configuration.source("main")
            Issue.record("A source that is not there was found.")
        } catch let error as GranaryError {
            #expect(error.code == .configuration && error.message.contains("main"))
        }
        try await stack.close()
    }

    @Test func repositoriesPauseAsTheFileSays() async throws {
        let stack = try await stack(
            """
            stores: { Default: { type: memory } }
            sync: { firstPause: 40ms, longestPause: 70ms }
            """)
        let repositories = try await Repositories(stack, source: ScriptedServer())
        #expect(repositories.times.firstPause == .milliseconds(40))
        #expect(repositories.times.pause(after: 20) <= .milliseconds(70))
        try await stack.close()
    }

    @Test func limitsOfCachesComeFromTheFile() async throws {
        let stack = try await stack(
            """
            stores: { Default: { type: memory } }
            sync: { caches: { Post: { rows: 2 }, Author: { rows: 9, bytes: 64MB } } }
            """)
        let configuration = try SyncConfiguration(of: stack.settings)
        #expect(configuration.caches["Post"] == CacheSize(rows: 2))
        #expect(configuration.caches["Author"] == CacheSize(rows: 9, bytes: 64_000_000))
        let repositories = try await Repositories(stack, source: ScriptedServer())
        repositories.watchNoMemory()
        for title in ["a", "b", "c"] {
            let id = try await repositories[Post.self].save(Post(title).snapshot).objectID
            _ = try await repositories[Post.self].object(id)
        }
        #expect(repositories.cached(Post.self).rows == 2)
        try await stack.close()
    }

    @Test func theFileComesBeforeTheDeclaration() async throws {
        let stack = try startedStack(
            try Schema("Blog", models: [Author.self, Post.self]).syncing {
                Synced(Author.self, cache: .rows(5))
                Synced(Post.self, cache: .custom(StubbornCache()))
            }, on: .memory,
            settings: {
                var settings = StackSettings()
                let none = StoreOptions(["rows": "0"])
                settings.sections["sync"] = SectionValues(groups: ["caches": ["Post": none]])
                return settings
            }())
        let repositories = try await Repositories(stack, source: ScriptedServer())
        repositories.watchNoMemory()
        let post = try await repositories[Post.self].save(Post("one").snapshot)
        let author = try await repositories[Author.self].save(Author("Ann").snapshot)
        _ = try await repositories[Post.self].object(post.objectID)
        _ = try await repositories[Author.self].object(author.objectID)
        #expect(repositories.cached(Post.self) == .zero && repositories.cached(Author.self).rows == 1)
        try await stack.close()
    }

    @Test func aCacheOfNoModelIsAFault() async throws {
        let stack = try await stack(
            "{ stores: { Default: { type: memory } }, sync: { caches: { Draft: { rows: 2 } } } }")
        do {
            _ = try await Repositories(stack, source: ScriptedServer())
            Issue.record("The fault was not found.")
        } catch let error as GranaryError {
            #expect(error.code == .configuration && error.context.keyPath == "sync.caches.Draft")
        }
        try await stack.close()
        for value in ["rows: many", "rows: -1", "bytes: 64 apples", "other: 1"] {
            do {
                _ = try await self.stack(
                    "{ stores: { Default: { type: memory } }, sync: { caches: { Post: { \(value) } } } }")
                Issue.record("\(value) was not found.")
            } catch let error as GranaryError {
                #expect(
                    error.code == .configuration && error.message.contains("sync.caches.Post"), "\(value)")
            }
        }
    }

    @Test func wrongValuesAreRefusedBeforeAStoreIsOpened() async throws {
        do {
            _ = try await stack(
                "{ stores: { Default: { type: memory } }, sync: { lease: 1ms, sources: { a: { token: x } } } }"
            )
            Issue.record("The faults were not found.")
        } catch let error as GranaryError {
            #expect(error.code == .configuration)
            #expect(error.message.contains("sync.lease") && error.message.contains("sync.sources.a.token"))
        }
    }
}
