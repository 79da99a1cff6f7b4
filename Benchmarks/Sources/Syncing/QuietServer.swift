internal import Granary
internal import GranarySync
internal import Synchronization
internal import Workload

/// A server in this process, which accepts every write and serves what it is given.
final class QuietServer: RemoteSource {
    let mostWritesPerBatch: Int
    private let rows: [Parcel.Snapshot]
    private let count = Mutex(0)

    init(serving rows: [Parcel.Snapshot] = [], batches: Int = 1) {
        self.rows = rows
        mostWritesPerBatch = batches
    }

    /// How many writes have arrived.
    var arrived: Int { count.withLock { $0 } }

    /// Waits until a number of writes has arrived; an error after five minutes.
    func wait(for count: Int) async throws {
        let end = ContinuousClock.now + .seconds(300)
        while arrived < count {
            if ContinuousClock.now > end { throw WorkloadError("Writes do not arrive at the server.") }
            try await Task.sleep(for: .milliseconds(1))
        }
    }

    func fetch(_ request: RemoteRequest) async throws -> RemotePayload { RemotePayload(rows) }

    func send(_ batch: RemoteBatch) async throws -> [RemoteOutcome] {
        count.withLock { $0 += batch.writes.count }
        return batch.writes.map { _ in .accepted }
    }
}
