public import Granary

/// The results of a query in the current account, and in each account that becomes current later.
///
/// Each result comes with its account: the identity of the user, `nil` for the guest. At a change, the results of the former
/// account end before those of the next one begin, and one that was not fetched until then is dropped. As with
/// ``LiveQuery``, changes between two calls of `next()` are combined.
public struct AccountQuery<Login: Authenticator, M: Model>: AsyncSequence, Sendable {
    /// A result with the user whose it is.
    public typealias Element = (account: ObjectID<Login.User>?, result: LiveResult<M>)

    let current: CurrentAccount<Login>
    let delivery: LiveDelivery
    let query: @Sendable (Login.User.Snapshot?) -> Query<M>

    /// Makes an independent iterator, which begins with the account that is current now.
    public func makeAsyncIterator() -> Iterator { Iterator(AccountReader(self)) }

    /// Waits for one result after the other.
    public struct Iterator: AsyncIteratorProtocol {
        private let reader: AccountReader<Login, M>

        init(_ reader: AccountReader<Login, M>) { self.reader = reader }

        /// Returns the present result of the current account, or the next one that differs; `nil` once the task is
        /// cancelled, or the accounts are closed.
        ///
        /// While the stores of the account are closed it waits for them, or for another account.
        ///
        /// - Throws: errors of ``LiveQuery/Iterator/next(isolation:)``; another call then runs the query again.
        public mutating func next(isolation actor: isolated (any Actor)? = #isolation) async throws
            -> Element?
        { try await reader.next() }

        /// Returns the present result of the current account, or the next one that differs; `nil` once the task is
        /// cancelled, or the accounts are closed.
        public mutating func next() async throws -> Element? { try await next(isolation: nil) }
    }
}

extension Accounts {
    // MARK: Following

    /// Observes a query in the current account, and in each account that becomes current later.
    ///
    /// `for try await (user, trips) in accounts.observe(Trip.all)` gets each result with the identity of the user.
    public func observe<M: Model>(
        _ query: Query<M>, _ delivery: LiveDelivery = .latest
    ) -> AccountQuery<Login, M> { observe(delivery) { _ in query } }

    /// Observes a query that depends on the user, in the current account, and in each account that becomes
    /// current later.
    ///
    /// The closure gets the user as they are when their account begins to be read; `nil` for the guest.
    public func observe<M: Model>(
        _ delivery: LiveDelivery = .latest,
        _ query: @escaping @Sendable (Login.User.Snapshot?) -> Query<M>
    ) -> AccountQuery<Login, M> {
        AccountQuery(current: currentAccount, delivery: delivery, query: query)
    }
}
