import Granary

/// A live aggregate that is checked at each look: its value is that of the same aggregate in a context.
struct FollowedAggregate<M: Model, Value: Sendable> {
    /// The last value, as text.
    private(set) var text: String
    private let bench: ConformanceBench
    private let expected: @Sendable (Context) throws -> Value
    private var reader: LiveAggregate<M, Value>.Iterator

    /// Reads the first value.
    nonisolated(nonsending) init(
        _ aggregate: LiveAggregate<M, Value>, _ bench: ConformanceBench,
        _ expected: @escaping @Sendable (Context) throws -> Value
    ) async throws {
        self.bench = bench
        self.expected = expected
        reader = aggregate.makeAsyncIterator()
        text = "\(try unwrap(try await reader.next(isolation: #isolation), "a value"))"
        try expectEqual(text, try await present(), "the first value")
    }

    /// Reads the next value, and returns it as text.
    @discardableResult nonisolated(nonsending) mutating func next() async throws -> String {
        let former = text
        text = "\(try unwrap(try await reader.next(isolation: #isolation), "a value"))"
        try expect(text != former, "a value without a difference")
        try expectEqual(text, try await present(), "what a context gives")
        return text
    }

    /// Reads the next value if a context now gives another one.
    nonisolated(nonsending) mutating func follow() async throws {
        if try await present() != text { try await next() }
    }

    private nonisolated(nonsending) func present() async throws -> String {
        let expected = expected
        return "\(try await bench.perform { try expected($0) })"
    }
}
