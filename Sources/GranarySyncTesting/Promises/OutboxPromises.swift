import FoundationEssentials
import Granary
import GranaryConformance
import GranarySync
import Synchronization

/// Writes reach the server in order, each once, and nothing leaves the outbox by accident.
enum OutboxPromises: SyncPromiseList {
    static let category = ConformanceCategory.outbox

    static let promises: [ConformancePromise] = [
        promise("A write without an answer is sent again with its identity") { ground in
            let clock = RecordingClock()
            var times = SyncTimes()
            (times.clock, times.random) = (clock, { 1 })
            let bench = try await ground.client(times: times)
            bench.server.set { $0.losesAnswers = true }
            let post = try await bench.save("one")
            let server = bench.server
            try await bench.sending { server.arrived.count >= 12 }
            try await expectAsync(try await bench.repositories.outbox.state(of: post.objectID) == .waiting)
            try expect(Set(server.arrived.map(\.id)).count == 1)
            let pauses = clock.waits.prefix(11)
            try expect(
                pauses.starts(with: [1, 2, 4, 8, 16, 32, 64, 128, 256, 300, 300].map { .seconds($0) }))
            server.set { $0.losesAnswers = false }
            try await bench.sendAll()
            try expect(server.carriedOut.count == 1)
        },
        promise("When the network is back it tries at once") { ground in
            // The pause ends by nothing else within the time of the test.
            let clock = RecordingClock { try? await Task.sleep(for: .seconds(1_000)) }
            var times = SyncTimes()
            times.clock = clock
            let bench = try await ground.client(times: times)
            bench.server.set { $0.isOffline = true }
            let post = try await bench.save("one")
            let repositories = bench.repositories
            let sending = Task { try await repositories.run() }
            while clock.waits.isEmpty { await Task.yield() }
            bench.server.set { $0.isOffline = false }
            repositories.networkIsBack()
            try await expectAsync(try await repositories.outbox.delivery(of: post.objectID) == .settled)
            sending.cancel()
            try await sending.value
        },
        promise("A refused write stops what builds on it alone") { ground in
            let bench = try await ground.client()
            bench.server.set { $0.refused = ["bad"] }
            let bad = try await bench.save("bad")
            try await bench.change(bad.objectID) { $0.likes = 1 }
            let good = try await bench.save("good")
            let outbox = bench.repositories.outbox
            try await bench.sending { try await outbox.state(of: good.objectID) == .settled }
            try await expectAsync(try await outbox.state(of: bad.objectID) == .refused("not wanted"))
            try expect(bench.server.carriedOut.map(\.key) == [good.objectID.key.objectKey])
            try await expectAsync(try await outbox.delivery(of: bad.objectID) == .refused("not wanted"))

            bench.server.set { $0.refused = [] }
            try await outbox.release([bad.objectID])
            try await bench.sendAll()
            try expect(bench.server.carriedOut.count == 3)
            try await expectAsync(try await outbox.counts().isEmpty)
        },
        promise("What refers to an object comes after it") { ground in
            let bench = try await ground.client(.local)
            let ids = try await bench.stack.perform { context in
                let author = Author("Ada")
                let post = Post("one", author: author)
                try context.insert(post)
                try context.save()
                return (author: author.objectID, post: post.objectID)
            }
            let outbox = bench.repositories.outbox
            try await outbox.release([ids.post])
            let other = try await bench.save("other")
            try await outbox.release([other.objectID])
            try await bench.sending { try await outbox.state(of: other.objectID) == .settled }
            try await expectAsync(try await outbox.state(of: ids.post) == .waiting)
            try await outbox.release([ids.author])
            try await bench.sendAll()
            try expect(bench.server.carriedOut.map(\.model) == ["Post", "Author", "Post"])
        },
        promise("Only one call sends") { ground in
            let bench = try await ground.client()
            let post = try await bench.save("one")
            let repositories = bench.repositories
            let sending = Task { try await repositories.run() }
            try await expectAsync(try await repositories.outbox.delivery(of: post.objectID) == .settled)
            try await expectThrows { try await repositories.run() }
            sending.cancel()
            try await sending.value
            try await bench.sendAll()
        },
        promise("Of two stacks on one store one sends", needs: .severalProcesses) { ground in
            let server = ScriptedServer()
            let stacks = try (0..<2).map { _ in
                try ground.stack(try syncedSchema())
            }
            let date = Mutex(Date(timeIntervalSince1970: 1_000_000))
            var times = SyncTimes()
            times.clock = RecordingClock { date.withLock { $0 += 1 } }
            times.now = { date.withLock { $0 } }
            var sets: [Repositories] = []
            for stack in stacks { sets.append(try await Repositories(stack, source: server, times: times)) }
            try await stacks[0].perform { context in
                for number in 0..<20 { try context.insert(Post("\(number)")) }
                try context.save()
            }
            let sending = sets.map { repositories in Task { try await repositories.run() } }
            while try await sets[0].outbox.counts().waiting > 0 {
                try await Task.sleep(for: .milliseconds(1))
            }
            for task in sending {
                task.cancel()
                try await task.value
            }
            try expect(server.carriedOut.count == 20)
        },
        promise("Writes of one object are sent in the order of their saves") { ground in
            let bench = try await ground.client()
            let post = try await bench.save("0")
            for number in 1..<10 { try await bench.change(post.objectID) { $0.title = "\(number)" } }
            try await bench.sendAll()
            try expect(bench.server.carriedOut.map { $0.values["title"] } == (0..<10).map { .text("\($0)") })
        },
    ]
}
