import Granary

extension Action {
    /// Throws a failure unless the action has ended in one way, once it is over.
    func expectOutcome(_ expected: String, line: Int = #line, file: String = #fileID) async throws {
        _ = try? await result()
        try expectEqual(
            outcome.map { "\($0)" } ?? "none", expected, "the outcome of \(queue) \(number)", line: line,
            file: file)
        try expectEqual(state, .finished, "the state", line: line, file: file)
    }
}

extension ConformanceBench {
    /// Runs a closure with a separate started stack, whose stores are removed afterwards.
    func withOtherStack(
        settings change: (inout StackSettings) -> Void = { _ in }, strategy: any ContextStrategy = .direct,
        clock: any Clock<Duration> = ContinuousClock(),
        _ body: @escaping @Sendable (PersistentStack) async throws -> Void
    ) async throws {
        var settings = harness.settings
        change(&settings)
        let stack = try anotherStack(at: "other", settings: settings, strategy: strategy, clock: clock)
        try await withStack(stack, body)
        try await stack.destroyPersistentStores()
    }
}
