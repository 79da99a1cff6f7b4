internal import CoreMetrics
import Synchronization

/// Holds a thread back that has committed, before it notifies others: where it reports how long the commit took.
final class CommitDelay: MetricsFactory {
    private struct State {
        var gate: ThreadGate?
        var committed: AsyncStream<Void>.Continuation?
    }

    private let state = Mutex(State())
    private let gate = ThreadGate()

    /// Holds the next commit; the stream ends when it is over.
    func holdNext() -> AsyncStream<Void> {
        let (stream, continuation) = AsyncStream<Void>.makeStream()
        state.withLock { $0 = State(gate: gate, committed: continuation) }
        return stream
    }

    /// Lets the commit go on.
    func release() { gate.open() }

    fileprivate func pass() {
        let held = state.withLock { state in
            defer { state = State() }
            return state
        }
        held.committed?.finish()
        held.gate?.pass()
    }

    func makeCounter(label: String, dimensions: [(String, String)]) -> any CounterHandler {
        NOOPMetricsHandler.instance
    }
    func makeRecorder(
        label: String, dimensions: [(String, String)], aggregate: Bool
    ) -> any RecorderHandler { NOOPMetricsHandler.instance }
    func makeTimer(label: String, dimensions: [(String, String)]) -> any TimerHandler {
        dimensions.contains { $0.1 == "commit" } ? HeldTimer(delay: self) : NOOPMetricsHandler.instance
    }
    func destroyCounter(_ handler: any CounterHandler) {}
    func destroyRecorder(_ handler: any RecorderHandler) {}
    func destroyTimer(_ handler: any TimerHandler) {}
}

/// Receives the lengths of commits.
private final class HeldTimer: TimerHandler {
    private let delay: CommitDelay

    init(delay: CommitDelay) { self.delay = delay }

    func recordNanoseconds(_ duration: Int64) { delay.pass() }
}
