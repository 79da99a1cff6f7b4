import GranarySync

/// A server that answers each request with what a closure makes, and accepts every write.
struct FixedSource: RemoteSource {
    let payload: @Sendable () throws -> RemotePayload

    init(_ payload: @escaping @Sendable () throws -> RemotePayload) { self.payload = payload }

    func fetch(_ request: RemoteRequest) async throws -> RemotePayload { try payload() }

    func send(_ batch: RemoteBatch) async throws -> [RemoteOutcome] { batch.writes.map { _ in .accepted } }
}
