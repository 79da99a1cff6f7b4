import FoundationEssentials
import Granary
import GranaryConformance
import GranarySync
import Synchronization

/// A full disk loses nothing, and nothing is carried out twice because of it.
enum FullDiskPromises: SyncPromiseList {
    static let category = ConformanceCategory.outbox

    static let promises: [ConformancePromise] = [
        promise("A disk that is full when a save is captured leaves everything as it was") { ground in
            let bench = try await Bench(ground)
            let post = try await bench.client.save("one")
            try await bench.client.sendAll()
            bench.disk.fill()
            try await expectThrows(.full) {
                try await bench.client.change(post.objectID) { $0.title = "two" }
            }
            try await expectThrows(.full) { _ = try await bench.client.save("other") }
            try await bench.expectStored(["one"], waiting: 0)
            bench.disk.empty()
            try await bench.client.change(post.objectID) { $0.title = "two" }
            try await bench.client.sendAll()
            try expect(bench.client.remote(post.objectID)?.title == "two")
            try expect(bench.client.server.carriedOut.count == 2)
        },
        promise("A disk that is full when writes are marked keeps them here") { ground in
            let bench = try await Bench(ground, fullAt: .beforeMarking)
            _ = try await bench.client.save("one")
            try await bench.waitUntilRefused()
            // What could not be marked has not left.
            try expect(bench.client.server.arrived.isEmpty)
            try await bench.expectStored(["one"], waiting: 1)
            try await bench.deliver()
            try expect(bench.client.server.arrived.count == 1)
        },
        promise("A disk that is full when writes are settled has them sent again with their identity") {
            ground in
            let bench = try await Bench(ground, fullAt: .beforeSettling)
            _ = try await bench.client.save("one")
            try await bench.waitUntilRefused()
            try expect(bench.client.server.carriedOut.count == 1)
            try await bench.expectStored(["one"], waiting: 1)
            try await bench.deliver()
            let server = bench.client.server
            try expect(server.carriedOut.count == 1 && Set(server.arrived.map(\.id)).count == 1)
            try expect(server.arrived.count > 1)
        },
        promise("A disk that is full when served rows are stored leaves what is here") { ground in
            let bench = try await Bench(ground, fullAt: .beforeMerging)
            let posts = bench.client.repositories[Post.self]
            bench.client.server.put(Post("theirs").snapshot)
            let mine = try await bench.client.save("mine")
            try await expectThrows(.full) { _ = try await posts.fetch(Post.all, .remote) }
            let change = RemoteChanges(RemotePayload([Post("later").snapshot]), checkpoint: Data([1]))
            bench.client.server.set { $0.changes = { _ in change } }
            try await expectThrows(.full) { try await bench.client.repositories.refresh() }
            try await bench.expectStored(["mine"], waiting: 1)
            try await expectAsync(try await !posts.fetch(Post.all, .local).isComplete)
            bench.hasRoom()
            let answer = try await posts.fetch(Post.all, .localOrRemote)
            try expect(Set(answer.map(\.title)) == ["mine", "theirs"] && answer.isComplete)
            try await bench.client.repositories.refresh()
            // The page that could not be stored is asked for again.
            try expect(bench.client.server.state.withLock { $0.checkpoints } == [nil, nil])
            try await bench.expectStored(["later", "mine", "theirs"], waiting: 1)
            try await bench.client.sendAll()
            try expect(bench.client.remote(mine.objectID)?.title == "mine")
        },
        promise("A disk that is full when a refusal is decided leaves it open") { ground in
            let bench = try await Bench(ground)
            let outbox = bench.client.repositories.outbox
            bench.client.server.set { $0.refused = ["bad"] }
            let post = try await bench.client.save("bad")
            try await bench.client.sendUntilRefused()
            let refusal = try required(try await outbox.refusals().first)
            bench.disk.fill()
            try await expectThrows(.full) { try await outbox.decide(.undo, on: refusal.id) }
            try await expectThrows(.full) { try await outbox.discard([post.objectID]) }
            try await expectThrows(.full) { try await outbox.cancel { _ in true } }
            try await bench.expectStored(["bad"], waiting: 0)
            try await expectAsync(try await outbox.counts().refused == 1)
            bench.disk.empty()
            try await outbox.decide(.replace(["title": .text("good")]), on: refusal.id)
            try await bench.client.sendAll()
            try expect(bench.client.remote(post.objectID)?.title == "good")
        },
        promise("Whoever flushes an outbox on a full disk does not wait for room") { ground in
            let bench = try await Bench(ground, fullAt: .beforeMarking)
            let post = try await bench.client.save("one")
            let repositories = bench.client.repositories
            let run = Task { try await repositories.run() }
            try await bench.waitUntilRefused(running: false)
            try await expectThrows(.unavailable) { try await repositories.outbox.flush() }
            bench.hasRoom()
            try await expectAsync(
                try await repositories.outbox.delivery(of: post.objectID) == .settled)
            run.cancel()
            try await run.value
            try expect(bench.client.server.carriedOut.count == 1)
        },
    ]

    /// A client whose store is on a disk that is full from a point on.
    private struct Bench {
        let disk = FullDisk()
        let client: SyncClient
        private let point: Mutexed<SyncPoint?>

        init(_ ground: SyncGround, fullAt point: SyncPoint? = nil) async throws {
            let (disk, place) = (disk, Mutexed(point))
            self.point = place
            var times = SyncTimes()
            // Attempts follow each other, but leave others the thread.
            times.clock = RecordingClock { await Task.yield() }
            let stack = try ground.stack(try syncedSchema(), on: disk)
            let server = ScriptedServer()
            let repositories = try await Repositories(stack, ["": server], nil, times) { reached in
                if reached == place.value { disk.fill() }
            }
            client = SyncClient(stack, server, repositories)
        }

        /// Makes room, and fills the disk no more.
        func hasRoom() {
            point.value = nil
            disk.empty()
        }

        /// Waits until the disk has refused a save of the sender, and a further one.
        func waitUntilRefused(running: Bool = true) async throws {
            let disk = disk
            if running { return try await client.sending { disk.refused >= 2 } }
            while disk.refused < 2 { await Task.yield() }
        }

        /// Makes room, and sends everything.
        func deliver() async throws {
            hasRoom()
            try await client.sendAll()
            try await expectAsync(try await client.repositories.outbox.counts().isEmpty)
            try expect(client.server.carriedOut.count == 1)
        }

        /// Checks what the store holds.
        func expectStored(
            _ titles: [String], waiting: Int, line: Int = #line, file: String = #fileID
        ) async throws {
            let stored = try await client.stack.perform {
                try $0.fetch(Post.all.sorted { $0.title.ascending }).map(\.title)
            }
            try expect(stored == titles, "the rows", line: line, file: file)
            let counts = try await client.repositories.outbox.counts()
            try expect(counts.waiting == waiting, "the number of writes", line: line, file: file)
        }
    }
}
