import FoundationEssentials
import Granary
import GranaryConformance
import GranarySync

/// Queries that only the server can answer, whose order the store keeps.
enum NamedQueryPromises: SyncPromiseList {
    static let category = ConformanceCategory.repositories

    static let promises: [ConformancePromise] = [
        promise("The store keeps the server's order") { ground in
            let (bench, posts) = try await bench(ground)
            let first = try await posts.fetch(.named("discover"))
            try expect(first.map(\.title) == ["b", "c", "a"] && first.origin == .remote && first.isComplete)
            bench.server.set { $0.isOffline = true }
            let second = try await posts.fetch(.named("discover"))
            try expect(second.map(\.title) == ["b", "c", "a"] && second.origin == .local)
            try expect(second.metadata == ["name": "discover"])
            let offline = try await posts.fetch(.named("discover"), .remoteOrLocal)
            try expect(offline.count == 3 && offline.remoteError?.code == .unavailable)
        },
        promise("Each set of parameters of a named query has its answer") { ground in
            let (bench, posts) = try await bench(ground)
            _ = try await posts.fetch(.named("discover"))
            let other = try await posts.fetch(.named("discover", ["reversed": .bool(true)]))
            try expect(other.map(\.title) == ["a", "c", "b"])
            let unknown = try await posts.fetch(.named("discover", ["reversed": .null]), .local)
            try expect(unknown.isEmpty && !unknown.isComplete)
            try await expectAsync(
                try await posts.fetch(.named("discover"), .local).map(\.title) == ["b", "c", "a"])
            try expect(bench.server.requests == 2)
        },
        promise("A named query leaves out what was deleted here") { ground in
            let (_, posts) = try await bench(ground)
            _ = try await posts.fetch(.named("discover"))
            try await posts.delete(served[1].objectID)
            try await expectAsync(try await posts.fetch(.named("discover")).map(\.title) == ["b", "a"])
        },
        promise("Pages of a named query are appended") { ground in
            let (bench, posts) = try await bench(ground)
            let served = served
            bench.server.set {
                $0.serve = { request in
                    let start = request.page.flatMap(\.first).map(Int.init) ?? 0
                    var payload = RemotePayload([served[start]])
                    payload.isWhole = false
                    payload.next = start < 2 ? Data([UInt8(start + 1)]) : nil
                    return payload
                }
            }
            var answer = try await posts.fetch(.named("discover"))
            while let next = answer.next { answer = try await posts.fetch(next) }
            try expect(answer.map(\.title) == ["b", "c", "a"] && answer.isComplete)
            try await expectAsync(try await posts.fetch(.named("discover")).origin == .local)
        },
    ]

    private static let served = ["b", "c", "a"].map { Post($0).snapshot }

    private static func bench(_ ground: SyncGround) async throws -> (SyncClient, Repository<Post>) {
        let bench = try await ground.client()
        let served = served
        bench.server.set {
            $0.serve = { request in
                guard let name = request.name else { return nil }
                let isReversed = request.parameters["reversed"] == .bool(true)
                var payload = RemotePayload(isReversed ? served.reversed() : served)
                payload.metadata = ["name": name]
                return payload
            }
        }
        return (bench, bench.repositories[Post.self])
    }
}
