import FoundationEssentials
import Granary
import GranaryConformance
import GranarySync
import Synchronization

/// Carries a random program out, and checks after each step what a client may expect.
final class SyncRun {
    /// What a client has last written of a post, and has not lost to a decision.
    private struct Own {
        /// The last title; `nil` if the post was deleted last.
        var title: String?
        /// How often the server had refused writes of the client before.
        var refusals: Int
        /// Whether the server may have it.
        var isSettled = false
    }

    private let program: SyncProgram
    private let server: FuzzServer
    private let clients: [FuzzClient]
    private var own: [[UUID: Own]] = [[:], [:]]
    /// Makes titles that no other step has.
    private var number = 0

    /// Runs a program in empty stores of a ground.
    ///
    /// - Throws: ``ConformanceFailure`` for what a client may not see, or a state that differs at the end.
    static func run(_ program: SyncProgram, on ground: SyncGround) async throws {
        let server = FuzzServer(program)
        var clients: [FuzzClient] = []
        for number in 0..<2 {
            let network = FuzzNetwork(server, number, batches: program.batches)
            clients.append(try await FuzzClient(ground, program, network, number))
        }
        let run = SyncRun(program, server, clients)
        for (index, step) in program.steps.enumerated() {
            do {
                try await run.carryOut(step)
                try await run.check()
            } catch {
                throw ConformanceFailure(.broken, "step \(index + 1), \(step)", cause: error)
            }
        }
        try await run.settle()
    }

    private init(_ program: SyncProgram, _ server: FuzzServer, _ clients: [FuzzClient]) {
        self.program = program
        self.server = server
        self.clients = clients
    }

    private static func post(_ number: Int) -> UUID { identifier(0xB0, number) }
    private static func author(_ number: Int) -> UUID { identifier(0xA0, number) }

    private static func identifier(_ kind: UInt8, _ number: Int) -> UUID {
        UUID(uuid: (kind, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, UInt8(truncatingIfNeeded: number)))
    }

    private func newTitle(_ kind: String) -> String {
        number += 1
        return "\(kind) \(number)"
    }

    // MARK: Steps

    private func carryOut(_ step: SyncProgram.Step) async throws {
        switch step {
        case .write(let client, let post): try await write(client, Self.post(post), newTitle("title"))
        case .writeBad(let client, let post): try await write(client, Self.post(post), newTitle("bad"))
        case .like(let client, let post):
            let id = Self.post(post)
            try await clients[client].stack.perform { context in
                guard let post = try context.object(Post.self, id) else { return }
                post.likes += 1
                try context.save()
            }
            // From now on, the outbox no longer tells whether the title waits.
            own[client][id]?.isSettled = true
        case .sign(let client, let post, let author):
            let (id, authorID) = (Self.post(post), Self.author(author))
            try await clients[client].stack.perform { context in
                guard let post = try context.object(Post.self, id) else { return }
                let known = try context.object(Author.self, authorID)
                let author = known ?? Author(id: authorID, "author")
                if known == nil { try context.insert(author) }
                post.author = author
                try context.save()
            }
            own[client][id]?.isSettled = true
        case .delete(let client, let post): try await delete(client, Self.post(post))
        case .change(let post):
            let (id, title) = (Self.post(post), newTitle("theirs"))
            server.change { $0.posts[id, default: FuzzServer.Row()].title = title }
        case .remove(let post):
            let id = Self.post(post)
            server.change { $0.posts[id] = nil }
        case .send(let client, let faults): try await clients[client].send(faults)
        case .crash(let client, let point, let reopens):
            try await clients[client].crash(at: point, reopens: reopens)
        case .fetch(let client, let faults): try await clients[client].fetch(faults)
        case .hold(let client): try await clients[client].hold()
        case .release(let client): try await clients[client].release()
        }
    }

    private func refusals(_ client: Int) -> Int { server.state.withLock { $0.refusals[client] } }

    private func write(_ client: Int, _ id: UUID, _ title: String) async throws {
        try await clients[client].stack.perform { context in
            if let post = try context.object(Post.self, id) {
                post.title = title
            } else {
                try context.insert(Post(id: id, title))
            }
            try context.save()
        }
        try await note(client, id, title)
    }

    /// Notes what a client has written of a post.
    private func note(_ client: Int, _ id: UUID, _ title: String?) async throws {
        var count = refusals(client)
        // With a refused write this one may be taken back.
        if case .refused = try await clients[client].state(of: id) { count = -1 }
        own[client][id] = Own(title: title, refusals: count)
    }

    private func delete(_ client: Int, _ id: UUID) async throws {
        let isDeleted = try await clients[client].stack.perform { context in
            guard let post = try context.object(Post.self, id) else { return false }
            try context.delete(post)
            try context.save()
            return true
        }
        if isDeleted { try await note(client, id, nil) }
    }

    // MARK: Checks

    /// Each client reads what it has written and the server has not settled.
    private func check() async throws {
        for client in clients.indices {
            let rows = try await clients[client].rows()
            for (id, write) in own[client] {
                // A decision about a write may take others of the client back.
                if write.isSettled || refusals(client) != write.refusals { continue }
                guard try await clients[client].state(of: id) == .waiting else {
                    own[client][id]?.isSettled = true
                    continue
                }
                try expect(
                    rows[id]?.title == write.title,
                    "client \(client) has written \(write.title ?? "a deletion") and reads \(rows[id]?.title ?? "nothing"), which"
                )
            }
        }
    }

    /// Lets everything arrive, and compares all three.
    private func settle() async throws {
        for client in clients { try await client.release() }
        // What one client sends may make a conflict of what the other one has.
        for _ in 0..<4 {
            for client in clients {
                try await client.send([])
                try await client.fetch([])
            }
        }
        let expected = server.state.withLock { $0.posts }
        for client in clients.indices {
            let rows = try await clients[client].rows()
            for id in Set(rows.keys).union(expected.keys) {
                try expect(
                    rows[id] == expected[id],
                    "client \(client) has \(rows[id].map { "\($0)" } ?? "nothing"), the server \(expected[id].map { "\($0)" } ?? "nothing"): that they are equal"
                )
            }
        }
        try checkNothingIsLost()
    }

    /// The last title that a client has written has arrived, unless the server has refused writes of the client since.
    private func checkNothingIsLost() throws {
        let arrived = server.state.withLock { $0.titles }
        for client in clients.indices {
            for write in own[client].values where refusals(client) == write.refusals {
                guard let title = write.title, title.begins(with: "title") else { continue }
                try expect(
                    arrived.contains(title), "client \(client) has written \(title): that it has arrived")
            }
        }
    }
}
