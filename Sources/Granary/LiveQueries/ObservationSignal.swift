internal import Synchronization

/// Lets a reader wait for news without a thread.
///
/// A signal that comes while nobody waits is kept, so none is lost between looking and waiting.
final class ObservationSignal: Sendable {
    private struct State {
        var isSet = false
        var waiting: [Int: CheckedContinuation<Void, Never>] = [:]
        var lastWaiting = 0
    }

    private let state: Mutex<State> = Mutex(State())

    /// Wakes all who wait, or the next one who will.
    func set() {
        let waiting = state.withLock { state in
            state.isSet = state.waiting.isEmpty
            defer { state.waiting = [:] }
            return state.waiting.values
        }
        for continuation in waiting { continuation.resume() }
    }

    /// Waits for the next signal, or the cancellation of the task.
    nonisolated(nonsending) func wait() async {
        let number = state.withLock { state in
            state.lastWaiting += 1
            return state.lastWaiting
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isOver = state.withLock { state in
                    if state.isSet || Task.isCancelled {
                        state.isSet = false
                        return true
                    }
                    state.waiting[number] = continuation
                    return false
                }
                if isOver { continuation.resume() }
            }
        } onCancel: {
            state.withLock { $0.waiting.removeValue(forKey: number) }?.resume()
        }
    }
}
