public import Granary

/// What a query has in the store, and every later state of it, while the server is asked as a policy says.
///
/// A reader gets an element when the objects differ, and when it becomes known that they are complete, that the server is
/// asked, or that it cannot be. Changes between two calls of `next()` are combined.
public struct ObservedAnswers<M: Model>: AsyncSequence, Sendable {
    let core: RepositoryCore
    let target: ReadTarget<M>
    let policy: ReadPolicy
    let maxAge: Duration?
    let terms: ReadTerms

    /// Makes an independent iterator; it asks the server from the first call of `next()` on.
    public func makeAsyncIterator() -> Iterator {
        Iterator(AnswerObservation(ReadCall(core, target, policy, maxAge, terms)))
    }

    /// Waits for one state after the other.
    public struct Iterator: AsyncIteratorProtocol {
        private let observation: AnswerObservation<M>
        private var last: ObservedState<M>?

        init(_ observation: AnswerObservation<M>) { self.observation = observation }

        /// Returns the present state at the first call, and the next one that differs at later ones; `nil` once the task
        /// is cancelled.
        ///
        /// - Throws: with ``ReadPolicy/remote`` and ``ReadPolicy/remoteOrLocal``, the errors that such a call throws,
        ///   each of them once; errors of the store. Another call goes on.
        public mutating func next(isolation actor: isolated (any Actor)? = #isolation) async throws
            -> ObservedAnswer<M>?
        {
            guard let state = try await observation.next(after: last) else { return nil }
            let former = last
            last = state
            return ObservedAnswer(
                answer: state.answer,
                changes: former.map {
                    ResultDifference<M>.changes(from: Array($0.answer), to: Array(state.answer))
                } ?? [], isFirst: former == nil, isRefreshing: state.isRefreshing, age: state.age)
        }

        /// As ``next(isolation:)``.
        public mutating func next() async throws -> ObservedAnswer<M>? { try await next(isolation: nil) }
    }
}

extension Repository {
    /// The objects of a query, and every later state of them, here and at the server if it is asked.
    ///
    /// ```swift
    /// let repositories = try await Repositories(stack, source: server)
    /// for try await late in repositories[Flight.self].observe(Flight.where { $0.delay > 30 }) {
    ///     print(late.count, late.isRefreshing, late.age ?? .zero)
    /// }
    /// ```
    ///
    /// It begins with what the store has, also on an empty store and without a connection, and follows every save. The
    /// server is asked once, as a single call with the policy would ask it; after an attempt that has found no connection,
    /// it is asked again when another one has. With ``ReadPolicy/remote`` and ``ReadPolicy/remoteOrLocal`` the first
    /// element waits for the server.
    ///
    /// While an access policy allows nothing, the observer has no objects, with the error in ``Answer/remoteError``.
    ///
    /// The query runs again after each save of a model that it is about.
    public func observe(
        _ query: Query<M> = M.all, _ policy: ReadPolicy = .localOrRemote, maxAge: Duration? = nil
    ) -> ObservedAnswers<M> {
        ObservedAnswers(core: core, target: .query(query), policy: policy, maxAge: maxAge, terms: terms)
    }

    /// The objects of a query that only the server can answer, in its order, and every later state of them.
    ///
    /// As ``observe(_:_:maxAge:)-(Query<M>,_,_)``.
    public func observe(
        _ query: NamedQuery<M>, _ policy: ReadPolicy = .localOrRemote, maxAge: Duration? = nil
    ) -> ObservedAnswers<M> {
        ObservedAnswers(core: core, target: .named(query), policy: policy, maxAge: maxAge, terms: terms)
    }
}
