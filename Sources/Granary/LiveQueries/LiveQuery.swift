/// The result of a query, and every later one, with the changes in between.
///
/// Changes between two calls of `next()` are combined, so a slow reader costs no memory beyond its result and always
/// gets the newest one, unless the query is observed with ``LiveDelivery/every(buffer:)``. Every result differs from
/// the one before, except for one that combines saves which were to be reported one by one
/// (``LiveResult/hasOverflowed``).
///
/// Readers of equal queries share the work: each save is processed once for all of them. Readers with
/// ``LiveDelivery/every(buffer:)`` work alone.
///
/// A query over the attributes of one model, even with a limit, is followed from the values that saves report: the
/// store is queried only if saves were reported out of order, or if too few objects are left to fill a limit. A query
/// with an offset or a cursor, or with conditions or an order through relationships, runs again after each save of a
/// model on its paths.
public struct LiveQuery<M: Model>: AsyncSequence, Sendable {
    let stack: PersistentStack
    let query: Query<M>
    let delivery: LiveDelivery

    /// Makes an independent iterator, whose first result is that of the query at the first call of `next()`.
    public func makeAsyncIterator() -> Iterator {
        let (stack, query) = (stack, query)
        return Iterator(
            LiveReader(stack, LiveKey(query), delivery) { entity in
                try QueryFollower(query, entity, in: stack.schema)
            })
    }

    /// How the query follows saves.
    ///
    /// - Throws: ``GranaryError/Code/query`` for a query that a fetch refuses too; ``GranaryError/Code/schema`` for a
    ///   model that is not in the schema.
    public func explain() throws -> LiveQueryPlan {
        let entity = try stack.observedEntity(of: M.self).get()
        return LiveQueryPlan(try QueryFollower(query, entity, in: stack.schema), entity, in: stack.schema)
    }

    /// Waits for one result after the other.
    public struct Iterator: AsyncIteratorProtocol {
        private var reader: LiveReader<QueryFollower<M>>

        init(_ reader: LiveReader<QueryFollower<M>>) { self.reader = reader }

        /// Returns the result of the query at the first call, and the next one that differs at later ones; `nil` once
        /// the task is cancelled.
        ///
        /// If the store cannot be reached, ``PersistentStack/errors`` reports it, and the query is tried again after a
        /// pause that grows from a tenth of a second to five seconds.
        ///
        /// - Throws: ``GranaryError/Code/closed`` once the model's store is detached or the stack is closed or stopped,
        ///   and ``GranaryError/Code/destroyed``; any error of a fetch, unless repeating it may help. Another call then
        ///   runs the query again.
        public mutating func next(isolation actor: isolated (any Actor)? = #isolation) async throws
            -> LiveResult<M>?
        {
            while let result = try await nextOfAnyStore() { if result.tellsValues { return result } }
            return nil
        }

        /// As ``next(isolation:)``, but equal rows of another store are a result too.
        mutating func nextOfAnyStore(isolation actor: isolated (any Actor)? = #isolation) async throws
            -> LiveResult<M>?
        { try await reader.next() }

        /// Returns the result of the query at the first call, and the next one that differs at later ones; `nil` once
        /// the task is cancelled.
        public mutating func next() async throws -> LiveResult<M>? { try await next(isolation: nil) }
    }
}
