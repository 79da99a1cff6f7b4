import Granary

/// An actor on its own thread that keeps a context.
actor Clerk {
    private let executor = ContextExecutor()
    /// Its context.
    let context: Context

    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    init(_ stack: PersistentStack, _ options: ContextOptions = ContextOptions()) throws {
        context = try stack.makeContext(options)
    }

    /// Does something with the context, on the actor's thread.
    func work<R: Sendable>(_ body: @Sendable (Context) throws -> R) throws -> R { try body(context) }

    /// Does something with the context, and saves it in the background.
    func workAndSave(_ body: @Sendable (Context) throws -> Void) async throws {
        try body(context)
        try await context.saveInBackground()
    }

    /// Reads a live query until it has a number of objects; returns the numbers that it had.
    func follow<M: Model>(_ query: LiveQuery<M>, until count: Int) async throws -> [Int] {
        var counts: [Int] = []
        for try await result in query {
            counts.append(result.count)
            if result.count == count { break }
        }
        return counts
    }
}
