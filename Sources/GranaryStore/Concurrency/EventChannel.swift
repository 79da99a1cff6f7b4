internal import Synchronization

/// Sends events to any number of readers and never waits for one.
///
/// Each reader has its own buffer, which keeps the newest events when it is full. Events are numbered, so a gap in the
/// numbers shows a reader how many it has missed.
package final class EventChannel<Event: Sendable>: Sendable {
    private struct State {
        var readers: [Int: AsyncStream<Event>.Continuation] = [:]
        var lastReader = 0
        var lastEvent = 0
        var isFinished = false
    }

    private let state = Mutex(State())
    private let limit: Int

    /// Makes a channel without readers.
    ///
    /// - Parameter limit: how many events are kept for a slow reader.
    package init(limit: Int) { self.limit = limit }

    deinit { finish() }

    /// A stream of every later event; it ends with the channel.
    package func makeStream() -> AsyncStream<Event> {
        let (stream, continuation) = AsyncStream.makeStream(
            of: Event.self, bufferingPolicy: .bufferingNewest(limit))
        let number: Int? = state.withLock { state in
            if state.isFinished { return nil }
            state.lastReader += 1
            state.readers[state.lastReader] = continuation
            return state.lastReader
        }
        guard let number else {
            continuation.finish()
            return stream
        }
        continuation.onTermination = { [weak self] _ in self?.forget(number) }
        return stream
    }

    /// Sends an event, made of its number, to every reader; the first one has the number 1.
    package func send(_ event: (Int) -> Event) {
        // All readers get the events in the order of their numbers, so the lock is kept.
        state.withLock { state in
            state.lastEvent += 1
            if state.readers.isEmpty { return }
            let made = event(state.lastEvent)
            for reader in state.readers.values { reader.yield(made) }
        }
    }

    /// Ends every reader after the events that it has not read yet.
    package func finish() {
        let readers = state.withLock { state in
            defer { state.readers = [:] }
            state.isFinished = true
            return Array(state.readers.values)
        }
        for reader in readers { reader.finish() }
    }

    private func forget(_ number: Int) {
        _ = state.withLock { $0.readers.removeValue(forKey: number) }
    }
}
