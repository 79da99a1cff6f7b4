import FoundationEssentials
import Granary
import GranaryConformance
import GranarySync

/// Waiting writes of one object become one when they are sent.
enum CoalescingPromises: SyncPromiseList {
    static let category = ConformanceCategory.outbox

    static let promises: [ConformancePromise] = [
        promise("An insertion with its changes is one insertion") { ground in
            let bench = try await bench(ground)
            let post = try await bench.save("one")
            for number in 0..<5 { try await bench.change(post.objectID) { $0.title = "\(number)" } }
            try await bench.change(post.objectID) { $0.likes = 7 }
            try await bench.sendAll()
            try expect(kinds(bench) == [.insert])
            try expect(bench.server.arrived.first?.values["title"] == .text("4"))
            try expect(bench.server.arrived.first?.values["likes"] == .integer(7))
            try await expectAsync(try await bench.repositories.outbox.counts().isEmpty)
        },
        promise("Changes of an object are one from the first value to the last") { ground in
            let bench = try await bench(ground)
            let post = try await bench.save("one")
            try await bench.sendAll()
            try await bench.change(post.objectID) { $0.title = "two" }
            try await bench.change(post.objectID) { $0.title = "three" }
            try await bench.change(post.objectID) { $0.likes = 1 }
            try await bench.sendAll()
            try expect(kinds(bench) == [.insert, .update])
            let changes = bench.server.arrived.last?.changes.sorted { $0.property < $1.property } ?? []
            try expect(changes.map(\.property) == ["likes", "title"])
            try expect(changes.last?.before == [.text("one")] && changes.last?.after == [.text("three")])
        },
        promise("What is inserted and deleted is not sent") { ground in
            let bench = try await bench(ground)
            let post = try await bench.save("one")
            try await bench.change(post.objectID) { $0.title = "two" }
            try await bench.delete(post.objectID)
            try await bench.sendAll()
            try expect(bench.server.arrived.isEmpty)
        },
        promise("Changes that cancel out are not sent") { ground in
            let bench = try await bench(ground)
            let post = try await bench.save("one")
            try await bench.sendAll()
            try await bench.change(post.objectID) { $0.title = "two" }
            try await bench.change(post.objectID) { $0.title = "one" }
            try await bench.sendAll()
            try expect(kinds(bench) == [.insert])
        },
        promise("A deletion and an insertion of one key are a change") { ground in
            let bench = try await bench(ground)
            let post = try await bench.save("one")
            try await bench.sendAll()
            try await bench.delete(post.objectID)
            try await bench.stack.perform { context in
                try context.insert(Post(id: post.id, "again"))
                try context.save()
            }
            try await bench.sendAll()
            try expect(kinds(bench) == [.insert, .update])
            try expect(bench.server.arrived.last?.values == ["title": .text("again")])
        },
        promise("What has left is repeated unchanged") { ground in
            let bench = try await bench(ground)
            bench.server.set { $0.losesAnswers = true }
            let post = try await bench.save("one")
            let server = bench.server
            try await bench.sending { !server.arrived.isEmpty }
            try await bench.change(post.objectID) { $0.title = "two" }
            try await bench.change(post.objectID) { $0.title = "three" }
            server.set { $0.losesAnswers = false }
            try await bench.sendAll()
            let writes = server.arrived
            let first = try required(writes.first)
            try expect(writes.dropLast().allSatisfy { $0 == first })
            try expect(writes.last?.kind == .update && writes.last?.values == ["title": .text("three")])
        },
        promise("A write does not pass one that refers to its object") { ground in
            let bench = try await bench(ground)
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
            try expect(
                bench.server.arrived.map { "\($0.model) \($0.kind)" } == [
                    "Author insert", "Post insert", "Author update",
                ])
        },
        promise("A repeated write is not passed by one of an object that it refers to") { ground in
            var times = SyncTimes()
            times.clock = RecordingClock()
            let server = ScriptedServer(batches: 10)
            let bench = try await ground.client(
                try syncedSchema(coalescing: true), server: server, times: times)
            let (one, ada) = (Post("one").snapshot, Author("Ada").snapshot)
            try await bench.stack.perform { context in
                try context.insert(Post(one))
                try context.insert(Author(ada))
                try context.save()
            }
            try await bench.sendAll()
            server.set { ($0.arrived, $0.losesAnswers) = ([], true) }
            try await bench.stack.perform { context in
                let post = try required(try context.object(one.objectID))
                let author = try required(try context.object(ada.objectID))
                post.title = "two"
                try context.save()
                post.author = author
                try context.save()
                author.name = "Ada L."
                try context.save()
            }
            // The first attempt takes the reference over.
            try await bench.sending { server.arrived.count > 2 }
            try expect(server.arrived.allSatisfy { $0.model == "Post" && $0.changes.count == 2 })
            server.set { $0.losesAnswers = false }
            try await bench.sendAll()
            try expect(server.arrived.last?.model == "Author")
        },
        promise("A source takes several independent writes together") { ground in
            let bench = try await ground.client(
                try syncedSchema(coalescing: true), server: ScriptedServer(batches: 10))
            try await bench.stack.perform { context in
                for number in 0..<25 { try context.insert(Post("\(number)")) }
                let author = Author("Ada")
                try context.insert(author)
                try context.insert(Post("last", author: author))
                try context.save()
            }
            try await bench.sendAll()
            try expect(bench.server.batches == [10, 10, 7])
            let models = bench.server.carriedOut.map(\.model)
            try expect(models.count == 27)
            // What refers to a new object is in a later batch than the object.
            let author = try required(models.firstIndex { $0 == "Author" })
            let last = try required(
                bench.server.carriedOut.firstIndex { $0.values["title"] == .text("last") })
            try expect(author / 10 < last / 10)
        },
    ]

    private static func bench(_ ground: SyncGround) async throws -> SyncClient {
        try await ground.client(try syncedSchema(coalescing: true))
    }

    /// The effects of the writes that have arrived.
    private static func kinds(_ bench: SyncClient) -> [RemoteWrite.Kind] { bench.server.arrived.map(\.kind) }
}
