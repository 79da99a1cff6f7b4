public import Granary

/// The graph of a query, and every later state of it.
///
/// A reader gets a graph when its objects, what leads to what, or what is missing differs. Changes between two calls of
/// `next()` are combined.
public struct ObservedGraphs<Root: Model>: AsyncSequence, Sendable {
    let reader: @Sendable () throws -> GraphReader<Root>

    /// Makes an independent iterator; it asks the server from the first call of `next()` on.
    public func makeAsyncIterator() -> Iterator { Iterator(reader) }

    /// Waits for one graph after the other.
    public struct Iterator: AsyncIteratorProtocol {
        private let reader: @Sendable () throws -> GraphReader<Root>
        private var observation: GraphObservation<Root>?
        private var last: Graph<Root>?

        init(_ reader: @escaping @Sendable () throws -> GraphReader<Root>) { self.reader = reader }

        /// Returns the graph at the first call, and the next one that differs at later ones; `nil` once the task is
        /// cancelled.
        ///
        /// - Throws: the first call as a single one for a graph; errors of the store. Another call goes on,
        ///   and returns the next graph even if it is the one before the error.
        public mutating func next(isolation actor: isolated (any Actor)? = #isolation) async throws -> Graph<
            Root
        >? {
            let observation = try self.observation ?? GraphObservation(reader())
            self.observation = observation
            guard let graph = try await observation.next(after: last) else { return nil }
            last = graph
            return graph
        }

        /// As ``next(isolation:)``.
        public mutating func next() async throws -> Graph<Root>? { try await next(isolation: nil) }
    }
}
