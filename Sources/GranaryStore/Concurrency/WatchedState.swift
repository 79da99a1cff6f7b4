public import Synchronization

/// A value behind a lock, whose changes can be waited for without a thread.
///
/// It is inlinable: each unit of work uses one, and generic code of another module is not specialized otherwise.
@usableFromInline package final class WatchedState<Value: Sendable>: Sendable {
    @usableFromInline struct Contents {
        @usableFromInline var value: Value
        /// The continuations of the tasks that wait for the next change.
        @usableFromInline var waiting: [Int: CheckedContinuation<Void, Never>] = [:]
        var lastWaiting = 0

        @usableFromInline init(value: Value) { self.value = value }
    }

    @usableFromInline let contents: Mutex<Contents>

    /// Makes a state with its first value.
    @inlinable package init(_ value: Value) { contents = Mutex(Contents(value: value)) }

    /// Reads the value, or changes it without waking the waiting tasks.
    @inlinable package func withLock<R>(_ body: (inout Value) throws -> R) rethrows -> R {
        try contents.withLock { try body(&$0.value) }
    }

    /// Changes the value, and makes all waiting tasks check it again.
    ///
    /// If the closure throws, no task is woken.
    @inlinable package func change<R>(_ body: (inout Value) throws -> R) rethrows -> R {
        let (result, waiting) = try contents.withLock { contents in
            let result = try body(&contents.value)
            defer { contents.waiting = [:] }
            return (result, contents.waiting.values)
        }
        for continuation in waiting { continuation.resume() }
        return result
    }

    /// Waits while the value meets a condition, or until the task is cancelled.
    package nonisolated(nonsending) func wait(while condition: @Sendable (Value) -> Bool) async {
        while !Task.isCancelled, withLock({ condition($0) }) { await nextChange(while: condition) }
    }

    private nonisolated(nonsending) func nextChange(while condition: @Sendable (Value) -> Bool) async {
        let number = contents.withLock { contents in
            contents.lastWaiting += 1
            return contents.lastWaiting
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isOver = contents.withLock { contents in
                    // This finds a change between the check and the wait, and a cancellation before its handler.
                    if Task.isCancelled || !condition(contents.value) { return true }
                    contents.waiting[number] = continuation
                    return false
                }
                if isOver { continuation.resume() }
            }
        } onCancel: {
            contents.withLock { $0.waiting.removeValue(forKey: number) }?.resume()
        }
    }
}
