/// The value of an aggregate over the objects of a query, or of each group of them, and every later one that differs.
///
/// Changes between two calls of `next()` are combined. Counts, sums and means of integers and decimals, and groups of
/// them, are kept up to date from the values that saves report, without a request to the store. So are the smallest and
/// the largest value, until an object with this value leaves: then the query runs again. Sums of floating-point
/// numbers, counts of different values, queries with an offset, a limit or a cursor, and paths through relationships
/// run again after each save of a model concerned.
public struct LiveAggregate<M: Model, Value: Sendable>: AsyncSequence, Sendable {
    let stack: PersistentStack
    let query: Query<M>
    let grouping: Result<Grouping, any Error>
    let read: @Sendable ([[GranaryStore.Value]]) throws -> Value

    /// Makes an independent iterator, whose first value is that at the first call of `next()`.
    public func makeAsyncIterator() -> Iterator {
        let (stack, query, grouping) = (stack, query, grouping)
        return Iterator(
            reader: LiveReader(stack, LiveKey(query, try? grouping.get())) { entity in
                try AggregateFollower(query, try grouping.get(), entity, in: stack.schema)
            }, read: read)
    }

    /// How the aggregate follows saves.
    ///
    /// - Throws: ``GranaryError/Code/query`` for a query that a fetch refuses too; ``GranaryError/Code/schema`` for a
    ///   model that is not in the schema.
    public func explain() throws -> LiveQueryPlan {
        let entity = try stack.observedEntity(of: M.self).get()
        let follower = try AggregateFollower(query, try grouping.get(), entity, in: stack.schema)
        return LiveQueryPlan(follower, entity, in: stack.schema)
    }

    /// Waits for one value after the other.
    public struct Iterator: AsyncIteratorProtocol {
        fileprivate var reader: LiveReader<AggregateFollower<M>>
        fileprivate let read: @Sendable ([[GranaryStore.Value]]) throws -> Value

        /// Returns the current value at the first call, and the next one that differs at later ones; `nil` once the
        /// task is cancelled.
        ///
        /// While the store cannot be reached, it waits as ``LiveQuery`` does.
        ///
        /// - Throws: ``GranaryError/Code/closed`` once the model's store is detached or the stack is closed or stopped,
        ///   and ``GranaryError/Code/destroyed``; any error of the aggregate in a context. Another call then runs the
        ///   query again.
        public mutating func next(isolation actor: isolated (any Actor)? = #isolation) async throws -> Value?
        { try await reader.next().map(read) }

        /// Returns the current value at the first call, and the next one that differs at later ones; `nil` once the
        /// task is cancelled.
        public mutating func next() async throws -> Value? { try await next(isolation: nil) }
    }
}
