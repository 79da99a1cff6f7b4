import Granary
import GranaryConformance
import GranarySync

/// Several calls that share what the server serves.
enum SharedReadingPromises: SyncPromiseList {
    static let category = ConformanceCategory.repositories

    static let promises: [ConformancePromise] = [
        promise("A request is made once") { ground in
            let bench = try await ground.client()
            bench.server.put(Post("one").snapshot)
            let posts = bench.repositories[Post.self]
            let (first, count) = try await bench.repositories.reading {
                let first = try await posts.fetch(Post.all, .remote)
                let count = try await posts.count(Post.all, .remote)
                return (first, count)
            }
            try expect(first.count == 1 && count == 1 && bench.server.requests == 1)
            let total = try await bench.repositories.reading {
                async let one = posts.fetch(Post.all, .remote)
                async let two = posts.fetch(Post.all, .remote)
                return try await one.count + two.count
            }
            try expect(total == 2)
            try expect(bench.server.requests == 2)
        },
        promise("An error is not shared") { ground in
            let bench = try await ground.client()
            let posts = bench.repositories[Post.self]
            bench.server.set { $0.isOffline = true }
            try await bench.repositories.reading {
                try await expectThrows { _ = try await posts.fetch(Post.all, .remote) }
                bench.server.set { $0.isOffline = false }
                _ = try await posts.fetch(Post.all, .remote)
            }
            try expect(bench.server.requests == 2)
        },
        promise("Other repositories share nothing") { ground in
            let bench = try await ground.client()
            let elsewhere = try ground.stack(try syncedSchema(), at: "other")
            let other = try await SyncClient(elsewhere, ScriptedServer(), SyncTimes())
            try await bench.repositories.reading {
                _ = try await bench.repositories[Post.self].fetch(Post.all, .remote)
                _ = try await other.repositories[Post.self].fetch(Post.all, .remote)
            }
            try expect(other.server.requests == 1)
        },
    ]
}
