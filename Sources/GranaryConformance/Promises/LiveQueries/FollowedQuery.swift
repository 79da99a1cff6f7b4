import Granary

/// A live query that is checked at each look: its differences lead from one result to the next, which equals that of a
/// fetch.
struct FollowedQuery<M: Model> {
    /// The elements of the last result.
    private(set) var elements: [M.Snapshot]
    private let query: Query<M>
    private let bench: ConformanceBench
    private var reader: LiveQuery<M>.Iterator

    /// Reads the first result.
    nonisolated(nonsending) init(_ query: Query<M>, _ bench: ConformanceBench) async throws {
        self.query = query
        self.bench = bench
        reader = bench.stack.observe(query).makeAsyncIterator()
        elements = Array(try unwrap(try await reader.next(isolation: #isolation), "a result"))
    }

    /// Reads the next result, and returns its differences as text.
    nonisolated(nonsending) mutating func next() async throws -> [String] {
        let result = try unwrap(try await reader.next(isolation: #isolation), "a result")
        try expect(!result.isFirst && !result.changes.isEmpty, "a result without differences")
        let former = elements
        elements.apply(result.changes)
        try expectEqual(elements, Array(result), "the differences applied to \(former.count) elements")
        try expectEqual(elements, try await fetched(), "what a fetch gives")
        return result.changes.map(text)
    }

    /// Reads the next result if a fetch now gives another one.
    nonisolated(nonsending) mutating func follow() async throws {
        if try await fetched() != elements { _ = try await next() }
    }

    private nonisolated(nonsending) func fetched() async throws -> [M.Snapshot] {
        let query = query
        return try await bench.perform { try $0.fetch(query).map(\.snapshot) }
    }

    private func text(_ change: ResultChange<M.Snapshot>) -> String {
        func key(_ snapshot: M.Snapshot) -> String { "\(snapshot.objectID.key)" }
        return switch change {
        case .delete(let position, let item): "delete \(key(item)) at \(position)"
        case .insert(let position, let item): "insert \(key(item)) at \(position)"
        case .move(let from, let to, _, let item): "move \(key(item)) from \(from) to \(to)"
        case .update(let position, _, let item): "update \(key(item)) at \(position)"
        }
    }
}
