internal import Granary
internal import GranarySync
internal import Synchronization
internal import Workload

/// A server in this process, which accepts every write and serves what it is given.
final class QuietServer: RemoteSource {
    let mostWritesPerBatch: Int
    private let rows: [Parcel.Snapshot]
    private let arrivals = Mutex(Arrivals())

    /// How many writes have arrived, and who waits for a number of them.
    private struct Arrivals {
        var count = 0
        var waiting: [(count: Int, continuation: CheckedContinuation<Void, any Error>)] = []
    }

    init(serving rows: [Parcel.Snapshot] = [], batches: Int = 1) {
        self.rows = rows
        mostWritesPerBatch = batches
    }

    /// How many writes have arrived.
    var arrived: Int { arrivals.withLock { $0.count } }

    /// Waits until a number of writes has arrived; an error after five minutes.
    ///
    /// It does not look again and again, since that would be counted as work.
    func wait(for count: Int) async throws {
        let timer = Task {
            try await Task.sleep(for: .seconds(300))
            let left = arrivals.withLock { arrivals in
                defer { arrivals.waiting = [] }
                return arrivals.waiting
            }
            for waiting in left {
                waiting.continuation.resume(throwing: WorkloadError("Writes do not arrive at the server."))
            }
        }
        defer { timer.cancel() }
        try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
            let isThere = arrivals.withLock { arrivals in
                if arrivals.count >= count { return true }
                arrivals.waiting.append((count, continuation))
                return false
            }
            if isThere { continuation.resume() }
        }
    }

    func fetch(_ request: RemoteRequest) async throws -> RemotePayload { RemotePayload(rows) }

    func send(_ batch: RemoteBatch) async throws -> [RemoteOutcome] {
        let met = arrivals.withLock { arrivals in
            arrivals.count += batch.writes.count
            let count = arrivals.count
            defer { arrivals.waiting.removeAll { $0.count <= count } }
            return arrivals.waiting.filter { $0.count <= count }
        }
        for waiting in met { waiting.continuation.resume() }
        return batch.writes.map { _ in .accepted }
    }
}
