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
    private var record = FuzzRecord()
    /// How often clients have found out themselves that a write cannot be carried out.
    private var refusedHere = [0, 0]
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
    private static var posts: [UUID] { (0..<SyncProgram.posts).map(post) }

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
        case .like(let client, let post): try await like(client, Self.post(post))
        case .sign(let client, let post, let author):
            try await sign(client, Self.post(post), Self.author(author))
        case .read(let client, let post, let author):
            try await read(client, .init(post: Self.post(post), author: Self.author(author)))
        case .delete(let client, let post): try await delete(client, Self.post(post))
        case .change(let post): changeByOthers(Self.post(post))
        case .remove(let post): removeByOthers(Self.post(post))
        case .send(let client, let faults): try await send(client, faults)
        case .crash(let client, let point, let reopens):
            try await clients[client].crash(at: point, reopens: reopens)
        case .fetch(let client, let faults):
            if try await clients[client].fetch(faults) { try await checkServed(client, Self.posts) }
        case .refresh(let client, let faults):
            let isWhole = try await clients[client].refresh(faults)
            // What leaves with an object that is given up is not told again.
            if isWhole, refusals(client) == 0 { try await checkServed(client, Self.posts) }
        case .ask(let client, let post):
            try await clients[client].fetch(Self.post(post))
            try await checkServed(client, [Self.post(post)])
        case .hold(let client): try await clients[client].hold()
        case .release(let client): try await clients[client].release()
        }
    }

    private func like(_ client: Int, _ id: UUID) async throws {
        let isLiked = try await clients[client].stack.perform { context in
            guard let post = try context.object(Post.self, id) else { return false }
            post.likes += 1
            try context.save()
            return true
        }
        if isLiked { try await noteRow(client, id) }
        // From now on, the outbox no longer tells whether the title waits.
        own[client][id]?.isSettled = true
    }

    private func sign(_ client: Int, _ id: UUID, _ authorID: UUID) async throws {
        let isSigned = try await clients[client].stack.perform { context in
            guard let post = try context.object(Post.self, id) else { return false }
            post.author = try Self.author(authorID, in: context)
            try context.save()
            return true
        }
        if isSigned { try await noteRow(client, id) }
        own[client][id]?.isSettled = true
    }

    private func changeByOthers(_ id: UUID) {
        let title = newTitle("theirs")
        server.change { state in
            var row = state.posts[id] ?? FuzzState.Row()
            row.title = title
            state.set(id, row)
        }
        record.note(id, by: FuzzRecord.others)
    }

    private func removeByOthers(_ id: UUID) {
        server.change { $0.set(id, nil) }
        record.note(id, by: FuzzRecord.others)
        record.noteDeleted(id)
    }

    private func send(_ client: Int, _ faults: [NetworkFault]) async throws {
        let refusalsBefore = refusals(client)
        server.change { $0.written[client] = [] }
        try await clients[client].send(faults)
        let written = server.state.withLock { $0.written[client] }
        try await checkSent(client, refusalsBefore: refusalsBefore, written)
    }

    /// How often writes of a client were not carried out.
    private func refusals(_ client: Int) -> Int {
        server.state.withLock { $0.refusals[client] } + refusedHere[client]
    }

    /// The same for what a client writes now.
    private func refusalsBefore(_ client: Int) async throws -> Int {
        // With a refused write this one may be taken back.
        if try await clients[client].hasRefusals() { return -1 }
        return refusals(client)
    }

    /// Notes that a client has found out that a write cannot be carried out, as when it refers to what is gone.
    private func noteRefusals() async throws {
        for client in clients.indices {
            if try await clients[client].hasRefusals() { refusedHere[client] += 1 }
        }
    }

    /// Notes the row of a post that a client has changed.
    private func noteRow(_ client: Int, _ id: UUID) async throws {
        let row = try await clients[client].rows()[id]
        let refusals = try await refusalsBefore(client)
        record.note(row, of: id, by: client, refusals: refusals)
    }

    private static func author(_ id: UUID, in context: Context) throws -> Author {
        if let known = try context.object(Author.self, id) { return known }
        let author = Author(id: id, "author")
        try context.insert(author)
        return author
    }

    private func read(_ client: Int, _ reader: FuzzState.Reader) async throws {
        let isAdded: Bool? = try await clients[client].stack.perform { context in
            guard let post = try context.object(Post.self, reader.post) else { return nil }
            let author = try Self.author(reader.author, in: context)
            // In a save of its own: whoever gives up what refers to a post keeps the author.
            try context.save()
            let isAdded = !post.readers.contains(author)
            if isAdded { post.readers.append(author) } else { post.readers.remove(author) }
            try context.save()
            return isAdded
        }
        guard let isAdded else { return }
        try await noteRow(client, reader.post)
        let refusals = try await refusalsBefore(client)
        record.note(reader, isAdded, by: client, refusals: refusals)
        // The outbox no longer tells whether the title waits.
        own[client][reader.post]?.isSettled = true
    }

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
        let refusals = try await refusalsBefore(client)
        own[client][id] = Own(title: title, refusals: refusals)
        try await noteRow(client, id)
    }

    private func delete(_ client: Int, _ id: UUID) async throws {
        let isDeleted = try await clients[client].stack.perform { context in
            guard let post = try context.object(Post.self, id) else { return false }
            try context.delete(post)
            try context.save()
            return true
        }
        if !isDeleted { return }
        try await note(client, id, nil)
        record.noteDeleted(id)
    }

    // MARK: Checks

    /// Each client reads what it has written and the server has not settled, and what nobody else has changed since.
    private func check() async throws {
        try await noteRefusals()
        try checkServer()
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
            try checkOwn(client, rows, "reads")
        }
    }

    /// What one client alone has written is there.
    private func checkOwn(_ client: Int, _ rows: [UUID: FuzzState.Row], _ what: String) throws {
        for (id, row) in record.rows(of: client, refusals: refusals(client)) {
            try expect(
                rows[id] == row,
                "client \(client) alone has written \(Self.words(row)), and \(what) \(Self.words(rows[id])): that they are equal"
            )
        }
    }

    private static func words(_ row: FuzzState.Row?) -> String { row.map { "\($0)" } ?? "nothing" }

    /// No client sends what it may not, and the server contradicts none about what nobody else has changed.
    private func checkServer() throws {
        let (fault, surprises) = server.state.withLock { ($0.faults.first, $0.surprises) }
        try expect(fault == nil, "a client has sent \(fault ?? ""): that it has not")
        for surprise in surprises {
            switch surprise {
            case .contradicted(let client, let post) where refusedHere[client] == 0:
                try expect(
                    !record.isSole(client, post),
                    "client \(client) alone has written a post that the server holds otherwise: that it has not"
                )
            case .unknownAuthor(let client) where refusedHere[client] == 0:
                throw ConformanceFailure(
                    .broken, "client \(client) refers to an author whom the server does not have")
            default: break
            }
        }
        server.change { $0.surprises = [] }
    }

    /// A client that has sent everything has what the server holds of posts that nobody else has changed, and what came
    /// with the answers.
    private func checkSent(_ client: Int, refusalsBefore: Int, _ written: Set<UUID>) async throws {
        let rows = try await clients[client].rows()
        let stale = try await clients[client].stalePosts()
        let expected = server.state.withLock { $0.posts }
        // What leaves with an object that is given up comes back with the next answer only.
        for id in record.posts(of: client) where refusedHere[client] == 0 && !stale.contains(id) {
            try expect(
                rows[id] == expected[id],
                "client \(client) alone has left \(Self.words(expected[id])) at the server, and reads \(Self.words(rows[id])): that they are equal"
            )
        }
        guard program.returnsRows, refusals(client) == refusalsBefore else { return }
        // An author who did not come with the answer is missing.
        for id in written where expected[id] != nil && !stale.contains(id) {
            try expect(
                rows[id]?.title == expected[id]?.title && rows[id]?.likes == expected[id]?.likes,
                "client \(client) was answered \(Self.words(expected[id])), and reads \(Self.words(rows[id])): that they are equal"
            )
        }
    }

    /// A client that has asked has what the server holds, of posts without writes that wait, or knows that it has not.
    private func checkServed(_ client: Int, _ posts: [UUID]) async throws {
        let rows = try await clients[client].rows()
        let stale = try await clients[client].stalePosts()
        let expected = server.state.withLock { $0.posts }
        let hasWrites = try await clients[client].hasWrites()
        for id in posts where !stale.contains(id) {
            // An object that is gone stays where a write refers to it.
            if expected[id] == nil && hasWrites { continue }
            guard try await clients[client].state(of: id) == .settled else { continue }
            try expect(
                rows[id] == expected[id],
                "client \(client) was served \(Self.words(expected[id])) and has \(Self.words(rows[id])): that they are equal"
            )
        }
    }

    /// Lets everything arrive, and compares all three.
    private func settle() async throws {
        for client in clients { try await client.release() }
        try await noteRefusals()
        // What one client sends may make a conflict of what the other one has.
        for _ in 0..<4 {
            for client in clients {
                try await client.send([])
                _ = try await client.fetch([])
                try await noteRefusals()
            }
        }
        try checkServer()
        let expected = server.state.withLock { $0.posts }
        for client in clients.indices {
            let rows = try await clients[client].rows()
            for id in Set(rows.keys).union(expected.keys) {
                try expect(
                    rows[id] == expected[id],
                    "client \(client) has \(Self.words(rows[id])), the server \(Self.words(expected[id])): that they are equal"
                )
            }
            try checkOwn(client, rows, "reads in the end")
            try checkOwn(client, expected, "has left at the server")
            try await checkReaders(client)
        }
        try checkNothingIsLost()
    }

    /// The pairs that one client alone has written are there, and at the server.
    private func checkReaders(_ client: Int) async throws {
        let here = try await clients[client].readers()
        let there = server.state.withLock { $0.readers }
        for (reader, isAdded) in record.readers(of: client, refusals: refusals(client)) {
            try expect(
                here.contains(reader) == isAdded && there.contains(reader) == isAdded,
                "client \(client) alone has \(isAdded ? "added" : "removed") the reader \(reader), which is \(here.contains(reader)) there and \(there.contains(reader)) at the server: that they are equal"
            )
        }
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
