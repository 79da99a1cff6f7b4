import FoundationEssentials
import Granary
import GranarySync
import Synchronization

/// A source in use: with repositories over a new stack, and what has passed through.
struct SourceTrial<M: Model>: Sendable {
    let harness: RemoteSourceHarness<M>
    let stack: PersistentStack
    let repositories: Repositories
    let passing: PassingSource

    init(_ harness: RemoteSourceHarness<M>) async throws {
        self.harness = harness
        stack = try await harness.makeStack()
        passing = PassingSource(harness.source)
        repositories = try await Repositories(stack, source: passing)
    }

    var repository: Repository<M> { repositories[M.self] }

    /// Puts new rows at the server.
    func put(_ numbers: Range<Int>) async throws -> [M.Snapshot] {
        var rows: [M.Snapshot] = []
        for number in numbers {
            let row = harness.makeRow(number)
            try await harness.put(row)
            rows.append(row)
        }
        return rows
    }

    /// Runs the sender while a body runs.
    func sending(_ body: () async throws -> Void) async throws {
        try await repositories.whileSending(body)
    }

    /// Sends until nothing waits.
    func sendAll() async throws {
        try await sending { try await wait { try await repositories.outbox.counts().waiting == 0 } }
    }

    /// Waits until a condition holds; the deadline of the harness ends it.
    ///
    /// - Throws: `CancellationError`; what the condition throws.
    func wait(until condition: () async throws -> Bool) async throws {
        while try await !condition() {
            try Task.checkCancellation()
            await Task.yield()
        }
    }

    /// The rows with some keys that the store has.
    func stored(_ rows: [M.Snapshot]) async throws -> [M.Snapshot] {
        Array(try await repository.objects(rows.map(\.objectID), .local))
    }
}

/// Hands everything on to a source, and remembers the writes.
final class PassingSource: RemoteSource {
    private let source: any RemoteSource
    private let state = Mutex<[RemoteBatch]>([])

    init(_ source: any RemoteSource) { self.source = source }

    /// The batches that were sent, in order.
    var batches: [RemoteBatch] { state.withLock { $0 } }
    var mostWritesPerBatch: Int { source.mostWritesPerBatch }
    var takesWholeSaves: Bool { source.takesWholeSaves }

    func fetch(_ request: RemoteRequest) async throws -> RemotePayload { try await source.fetch(request) }

    func changes(since checkpoint: Data?) async throws -> RemoteChanges {
        try await source.changes(since: checkpoint)
    }

    func send(_ batch: RemoteBatch) async throws -> [RemoteOutcome] {
        state.withLock { $0.append(batch) }
        return try await source.send(batch)
    }

    func renewCredentials() async throws { try await source.renewCredentials() }
}
