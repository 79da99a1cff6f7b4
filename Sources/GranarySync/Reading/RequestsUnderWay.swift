import Granary
import Synchronization

/// Has equal requests that are made at one time share one.
final class RequestsUnderWay: Sendable {
    private typealias Result = Swift.Result<ServedAnswer, any Error>

    private struct Request {
        let number: Int
        let result: WatchedState<Result?>
        var task: Task<Void, Never>?
        var readers = 1
    }

    private struct State {
        var requests: [String: Request] = [:]
        var last = 0
    }

    private let state = Mutex(State())

    /// Runs a request, or waits for the equal one that is under way.
    ///
    /// The request is cancelled with the last task that waits for it.
    ///
    /// - Throws: what the request throws; ``GranaryError/Code/cancelled``.
    nonisolated(nonsending) func run(
        _ digest: String, _ body: @escaping @Sendable () async throws -> ServedAnswer
    ) async throws -> ServedAnswer {
        let (number, result) = join(digest, body)
        await result.wait { $0 == nil }
        if let result = result.withLock({ $0 }) { return try result.get() }
        leave(digest, number)
        throw Cancellation.error
    }

    /// The number of tasks that wait for a request.
    func readers(of digest: String) -> Int { state.withLock { $0.requests[digest]?.readers ?? 0 } }

    private func join(
        _ digest: String, _ body: @escaping @Sendable () async throws -> ServedAnswer
    ) -> (number: Int, result: WatchedState<Result?>) {
        state.withLock { state in
            if let present = state.requests[digest] {
                state.requests[digest]?.readers += 1
                return (present.number, present.result)
            }
            state.last += 1
            let (number, result) = (state.last, WatchedState<Result?>(nil))
            let task = Task { [weak self] in
                let outcome: Result
                do { outcome = .success(try await body()) } catch { outcome = .failure(error) }
                self?.end(digest, number)
                result.change { $0 = outcome }
            }
            state.requests[digest] = Request(number: number, result: result, task: task)
            return (number, result)
        }
    }

    private func end(_ digest: String, _ number: Int) {
        state.withLock { state in
            if state.requests[digest]?.number == number { state.requests[digest] = nil }
        }
    }

    private func leave(_ digest: String, _ number: Int) {
        let task: Task<Void, Never>? = state.withLock { state in
            guard var request = state.requests[digest], request.number == number else { return nil }
            request.readers -= 1
            // A new reader does not wait for a request that ends without an answer.
            state.requests[digest] = request.readers == 0 ? nil : request
            return request.readers == 0 ? request.task : nil
        }
        task?.cancel()
    }
}
