import Granary

/// A save whose thread is held between its commit and its telling.
final class LateSave: Sendable {
    private let delay: CommitDelay
    private let save: Task<Void, any Error>

    /// Makes the save in a stack that reports to a delay, and waits for its commit.
    init(
        _ stack: PersistentStack, _ delay: CommitDelay,
        _ change: @escaping @Sendable (Context) throws -> Void
    ) async {
        self.delay = delay
        let committed = delay.holdNext()
        save = Task {
            try await stack.perform { context in
                try change(context)
                try context.save()
            }
        }
        for await _ in committed {}
    }

    // A promise that fails must not leave a thread behind.
    deinit { delay.release() }

    /// Lets the save be reported, and waits for it.
    func end() async throws {
        delay.release()
        try await save.value
    }
}

extension ConformanceBench {
    /// Closes the promise's stack and runs a closure with another one over the same stores, in which a save can be
    /// late.
    func delayed<R: Sendable>(
        _ body: @Sendable (PersistentStack, CommitDelay) async throws -> R
    ) async throws -> R {
        try await stack.stop()
        let delay = CommitDelay()
        return try await withStack(try anotherStack(telemetry: Telemetry(metrics: delay))) {
            try await body($0, delay)
        }
    }
}
