import FoundationEssentials
import Granary
import GranaryConformance
import GranarySync

/// Commands are stored with a save, and are sent once after the writes that they are about.
enum CommandPromises: SyncPromiseList {
    static let category = ConformanceCategory.outbox

    static let promises: [ConformancePromise] = [
        promise("A command comes after the writes that it is about") { ground in
            let bench = try await ground.client()
            let payload = payload
            let (id, post) = try await bench.stack.perform { context in
                let post = Post("one")
                let id = try context.enqueue(RemoteCommand("publish", payload, about: [.init(post.objectID)]))
                try context.insert(post)
                try context.save()
                post.title = "two"
                try context.save()
                return (id, post.objectID)
            }
            try await bench.sendAll()
            let writes = bench.server.carriedOut
            try expect(writes.map(\.kind) == [.insert, .command, .update])
            let command = try required(writes.dropFirst().first?.command)
            try expect(command.name == "publish" && command.payload == payload && command.id == id)
            try expect(command.objects == [.init(post)])
            try await expectAsync(try await bench.repositories.outbox.delivery(of: id) == .accepted)
        },
        promise("A command is not sent without its save") { ground in
            let bench = try await ground.client()
            try await bench.stack.perform { context in
                try context.enqueue(RemoteCommand("publish"))
                context.rollback()
                try context.enqueue(RemoteCommand("publish"))
            }
            try await expectAsync(try await bench.repositories.outbox.counts().waiting == 0)
        },
        promise("A later command with its key takes its place") { ground in
            let bench = try await ground.client()
            bench.server.set { $0.isOffline = true }
            let stack = bench.stack
            @Sendable func enqueue(_ key: String?) async throws -> UUID {
                try await stack.perform { context in
                    let id = try context.enqueue(RemoteCommand("position", key: key))
                    try context.save()
                    return id
                }
            }
            let (first, other, free) = (
                try await enqueue("a"), try await enqueue("b"), try await enqueue(nil)
            )
            let last = try await enqueue("a")
            let outbox = bench.repositories.outbox
            let end = Task { try await outbox.delivery(of: first) }
            // It waits before the command is superseded.
            while !bench.repositories.isAwaited(first) { await Task.yield() }
            bench.server.set { $0.isOffline = false }
            try await bench.sendAll()
            try await expectAsync(try await end.value == .superseded)
            try expect(bench.server.carriedOut.map(\.id) == [other, free, last])
        },
        promise("A refused command stops what builds on it alone") { ground in
            let bench = try await ground.client()
            bench.server.set { $0.answer = { $0.kind == .command ? .refused("no") : nil } }
            let post = try await bench.save("one")
            let id = try await bench.stack.perform { context in
                let id = try context.enqueue(RemoteCommand("publish", about: [.init(post.objectID)]))
                try context.save()
                return id
            }
            try await bench.change(post.objectID) { $0.title = "two" }
            let other = try await bench.save("other")
            let outbox = bench.repositories.outbox
            try await bench.sending { try await outbox.state(of: other.objectID) == .settled }
            try await expectAsync(try await outbox.delivery(of: id) == .refused("no"))
            try await expectAsync(try await outbox.state(of: post.objectID) == .waiting)
            try await outbox.decide(.takeRemote, on: id)
            try await bench.sendAll()
            try expect(bench.remote(post.objectID)?.title == "two")
        },
        promise("Waiting ends at the time limit") { ground in
            var times = SyncTimes()
            times.clock = RecordingClock()
            let bench = try await ground.client(times: times)
            let id = try await bench.stack.perform { context in
                let id = try context.enqueue(RemoteCommand("publish"))
                try context.save()
                return id
            }
            do {
                _ = try await bench.repositories.outbox.delivery(of: id, within: .seconds(1))
                throw ConformanceFailure(.broken, "nothing was thrown")
            } catch let error as GranaryError { try expect(error.code == .timeout) }
            try await expectAsync(try await bench.repositories.outbox.counts().waiting == 1)
        },
        promise("A schema without synced models takes none") { ground in
            let stack = try ground.stack(try Schema("Plain", models: [Draft.self]))
            try await expectThrows {
                try await stack.perform { _ = try $0.enqueue(RemoteCommand("publish")) }
            }
        },
        promise("Adopted rows are sent") { ground in
            let bench = try await ground.client()
            var served = ContextOptions()
            served.writes = .served
            try await bench.stack.perform(served) { context in
                for title in ["one", "two", "three"] { try context.insert(Post(title)) }
                try context.save()
            }
            let mine = try await bench.save("mine")
            try await bench.repositories.adopt(Post.where { $0.title != "two" })
            try await bench.sendAll()
            try expect(
                Set(bench.server.carriedOut.compactMap { $0.values["title"] }) == [
                    .text("one"), .text("three"), .text("mine"),
                ])
            try expect(bench.server.carriedOut.count { $0.key == mine.objectID.key.objectKey } == 1)
        },
    ]

    private static let payload = Data([1, 2, 3])
}
