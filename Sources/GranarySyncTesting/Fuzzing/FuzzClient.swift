import FoundationEssentials
import Granary
import GranaryConformance
import GranarySync
import Synchronization

/// A client of a random program: a store with repositories that can end and start again.
final class FuzzClient {
    private let ground: SyncGround
    private let schema: Schema
    private let program: SyncProgram
    private let place: String
    private(set) var stack: PersistentStack
    let network: FuzzNetwork
    private var repositories: Repositories?
    /// How often the outbox is looked at until it has to be empty.
    private static let mostRounds = 100_000
    private let crash = CrashRequest()
    private let clock = RecordingClock()
    /// The answer that is on its way.
    private var held: (gate: TaskGate, task: Task<Void, any Error>)?

    init(_ ground: SyncGround, _ program: SyncProgram, _ network: FuzzNetwork, _ number: Int) async throws {
        self.ground = ground
        self.program = program
        self.network = network
        place = "client \(number)"
        schema = try syncedSchema(coalescing: program.coalesces)
        stack = try ground.stack(schema, at: place)
        try await start()
    }

    private func start() async throws {
        var times = SyncTimes()
        times.clock = clock
        // The lease of a sender that has ended runs out with the pauses of the next one.
        let clock = clock
        times.now = { Date(timeIntervalSince1970: 1_000_000 + clock.elapsed / .seconds(1)) }
        let (decision, crash) = (program.decision, crash)
        repositories = try await Repositories(
            stack, ["": network], nil, times,
            {
                // What is kept although it is not wanted would be sent without end.
                $0.cause == .refused && decision == .keep ? .takeRemote : decision
            }
        ) {
            crash.reach($0)
        }
    }

    private func open() throws -> Repositories { try required(repositories) }

    /// Ends, and starts again; with another stack on the same store, or in memory with the same stack.
    private func restart(reopens: Bool) async throws {
        try await release()
        await repositories?.waitForRequestsBehind()
        repositories = nil
        if reopens, ground.keepsStores {
            try await stack.close()
            stack = try ground.stack(schema, at: place)
        }
        // A task that has ended may hold the former ones for a moment.
        for _ in 0..<10_000 {
            do { return try await start() } catch let error as GranaryError
                where error.code == .configuration
            { await Task.yield() }
        }
        try await start()
    }

    /// Sends until nothing waits.
    func send(_ faults: [NetworkFault]) async throws {
        network.set(faults)
        let repositories = try open()
        let run = Task { try await repositories.run() }
        do { try await waitForEmptyOutbox { false } } catch {
            run.cancel()
            throw error
        }
        run.cancel()
        try await run.value
        await repositories.waitForRequestsBehind()
        network.set([])
    }

    /// Waits until nothing of the outbox is on its way any more, or something has ended the wait.
    private func waitForEmptyOutbox(unless isOver: () -> Bool) async throws {
        let outbox = try open().outbox
        var rounds = 0
        while !isOver() {
            let counts = try await outbox.counts()
            if counts.waiting == 0 && counts.refused == 0 { return }
            rounds += 1
            if rounds > Self.mostRounds { throw ConformanceFailure(.broken, "a client sends without end") }
            await Task.yield()
        }
    }

    /// Sends until the sender ends at a point or nothing waits, and starts again.
    func crash(at point: SyncPoint, reopens: Bool) async throws {
        // An equal request would wait for the one that is held.
        if point == .beforeMerging || point == .afterMerging { try await release() }
        crash.request(point)
        if point == .beforeMerging || point == .afterMerging {
            let repositories = try open()
            let refreshes = program.refreshesAtCrashes
            let request = Task {
                if refreshes { return try await repositories.refresh() }
                _ = try await repositories[Post.self].fetch(Post.all, .remote, extra: .replace)
            }
            _ = await request.result
        } else {
            let repositories = try open()
            let run = Task { try await repositories.run() }
            do { try await waitForEmptyOutbox { crash.hasHappened } } catch {
                run.cancel()
                throw error
            }
            run.cancel()
            _ = await run.result
            await repositories.waitForRequestsBehind()
        }
        crash.withdraw()
        try await restart(reopens: reopens)
    }

    /// Asks for everything; returns whether the network has let the answer through.
    func fetch(_ faults: [NetworkFault]) async throws -> Bool {
        try await ask(faults) { _ = try await $0[Post.self].fetch(Post.all, .remote, extra: .replace) }
    }

    /// Asks for what has changed since it has asked so before; returns whether the network has let all answers through.
    func refresh(_ faults: [NetworkFault]) async throws -> Bool {
        try await ask(faults) { try await $0.refresh() }
    }

    /// Asks for one post.
    func fetch(_ post: UUID) async throws {
        _ = try await ask([]) { _ = try await $0[Post.self].objects([ObjectID<Post>(post)], .remote) }
    }

    private func ask(
        _ faults: [NetworkFault], _ body: (Repositories) async throws -> Void
    ) async throws -> Bool {
        // An equal request would wait for the one that is held, whose answer is older.
        try await release()
        network.set(faults)
        defer { network.set([]) }
        let repositories = try open()
        do {
            try await body(repositories)
            await repositories.waitForRequestsBehind()
            return true
        } catch is RemoteFailure {
            return false
        } catch let error as GranaryError where error.code == .unavailable { return false }
    }

    /// Asks for everything, and returns while the answer is on its way.
    func hold() async throws {
        try await release()
        let gate = TaskGate()
        network.hold(by: gate)
        let repositories = try open()
        let ended = Counter()
        let task = Task {
            defer { ended.add() }
            _ = try await repositories[Post.self].fetch(Post.all, .remote, extra: .replace)
        }
        while !network.isHeld {
            if ended.value > 0 {
                try await task.value
                throw ConformanceFailure(.broken, "a request has not come to the server")
            }
            await Task.yield()
        }
        held = (gate, task)
    }

    /// Lets the answer arrive that is on its way.
    func release() async throws {
        guard let held else { return }
        self.held = nil
        held.gate.open()
        try await held.task.value
        await repositories?.waitForRequestsBehind()
    }

    /// How far the writes of a post are.
    func state(of post: UUID) async throws -> DeliveryState {
        try await open().outbox.state(of: ObjectID<Post>(post))
    }

    /// The posts of which the server may hold other values, as the client knows.
    func stalePosts() async throws -> Set<UUID> {
        let gaps = try await stack.perform { try NotedGap.all(in: $0) }
        return Set(
            gaps.compactMap { gap in
                guard gap.isStale, gap.model == "Post", case .uuid(let id) = gap.key else { return nil }
                return id
            })
    }

    /// Whether there are writes that the server has not accepted.
    func hasWrites() async throws -> Bool {
        try await !open().outbox.counts().isEmpty
    }

    /// Whether a decision about a write is open.
    func hasRefusals() async throws -> Bool { try await !open().outbox.refusals().isEmpty }

    /// The posts of the store with their readers.
    func readers() async throws -> Set<FuzzState.Reader> {
        try await stack.perform { context in
            var readers: Set<FuzzState.Reader> = []
            for post in try context.fetch(Post.all) {
                for author in post.readers { readers.insert(.init(post: post.id, author: author.id)) }
            }
            return readers
        }
    }

    /// The posts of the store.
    func rows() async throws -> [UUID: FuzzState.Row] {
        try await stack.perform { context in
            Dictionary(
                try context.fetch(Post.all).map {
                    ($0.id, FuzzState.Row(title: $0.title, likes: Int64($0.likes), author: $0.author?.id))
                }, uniquingKeysWith: { first, _ in first })
        }
    }
}

/// The point at which a sender is to end.
private final class CrashRequest: Sendable {
    private let state = Mutex<(point: SyncPoint?, hasHappened: Bool)>((nil, false))

    var hasHappened: Bool { state.withLock { $0.hasHappened } }

    func request(_ point: SyncPoint) { state.withLock { $0 = (point, false) } }

    func withdraw() { state.withLock { $0.point = nil } }

    /// Cancels the task that comes to the point: what it saves from then on is not saved.
    func reach(_ point: SyncPoint) {
        let ends = state.withLock { state in
            guard state.point == point else { return false }
            state = (nil, true)
            return true
        }
        if ends { withUnsafeCurrentTask { $0?.cancel() } }
    }
}
