import Granary

/// A call of others that may never end, with a time limit.
enum LimitedCall {
    private enum Stage<R: Sendable>: Sendable {
        case running, late, left
        case answered(Result<R, any Error>)

        var isRunning: Bool { if case .running = self { true } else { false } }
    }

    /// Makes a call in a separate task and waits for it up to a limit, or until the caller's task is cancelled; then
    /// the call is cancelled and left, and `late` gets an answer that comes all the same.
    ///
    /// It throws the error of the limit, ``GranaryError/Code/cancelled``, and what the call throws.
    static func run<R: Sendable>(
        _ limit: Duration, _ clock: any Clock<Duration>, else error: GranaryError,
        _ call: @escaping @Sendable () async throws -> R,
        late: @escaping @Sendable (R) async -> Void = { _ in }
    ) async throws -> R {
        if Task.isCancelled { throw Cancellation.error }
        let stage = WatchedState(Stage<R>.running)
        let task = Task {
            let result: Result<R, any Error>
            do { result = .success(try await call()) } catch { result = .failure(error) }
            let isInTime = stage.change { stage in
                guard stage.isRunning else { return false }
                stage = .answered(result)
                return true
            }
            // In a separate task, since this one has been cancelled by now.
            if !isInTime, case .success(let answer) = result { await Task { await late(answer) }.value }
        }
        let timer = Task {
            do { try await clock.sleep(for: limit) } catch { return }
            stage.change { if $0.isRunning { $0 = .late } }
        }
        await stage.wait { $0.isRunning }
        timer.cancel()
        let end = stage.change { stage in
            if stage.isRunning { stage = .left }
            return stage
        }
        if case .answered(let result) = end { return try result.get() }
        task.cancel()
        if case .late = end { throw error }
        throw Cancellation.error
    }
}
