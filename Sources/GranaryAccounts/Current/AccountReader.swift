import Granary

/// Reads a live query of the current account after the other, one account at a time.
///
/// One account has the turn: a task that reads a result whenever one is wanted. Its results count only until another
/// account has the turn.
final class AccountReader<Login: Authenticator, M: Model>: Sendable {
    typealias Results = AccountQuery<Login, M>

    private struct Contents: Sendable {
        /// The account that has the turn; `nil` at the end.
        var account: Account<Login>?
        /// The number of the turn.
        var turn = 0
        /// The last turn that has a task.
        var begun = 0
        var task: Task<Void, Never>?
        /// Whether somebody waits for a result.
        var isWanted = false
        var outcome: Result<LiveResult<M>, any Error>?

        /// Whether a call that waits for a result has nothing to do.
        var isWaiting: Bool { account != nil && outcome == nil && begun == turn }

        /// Ends the turn, with all it has read; the task has to be cancelled then.
        mutating func pass(to account: Account<Login>?) -> Task<Void, Never>? {
            self.account = account
            turn += 1
            outcome = nil
            return task
        }
    }

    private let results: Results
    private let contents: WatchedState<Contents>
    private let number: Int

    init(_ results: Results) {
        let contents = WatchedState(Contents())
        self.results = results
        self.contents = contents
        number = results.current.follow { account in
            // Not under the lock, which a task that waits takes when it is cancelled.
            contents.change { $0.pass(to: account) }?.cancel()
        }
    }

    deinit {
        results.current.unfollow(number)
        contents.withLock { $0.task }?.cancel()
    }

    /// The next result of the account that has the turn.
    ///
    /// - Throws: errors of the query.
    nonisolated(nonsending) func next() async throws -> Results.Element? {
        while !Task.isCancelled {
            guard begin() else { return nil }
            contents.change { $0.isWanted = $0.outcome == nil }
            await contents.wait { $0.isWaiting }
            if let (account, result) = try take() { return (account.id, result) }
        }
        return nil
    }

    /// What the account that has the turn has read.
    private func take() throws -> (Account<Login>, LiveResult<M>)? {
        let taken = contents.withLock { contents in
            let taken = contents.account.flatMap { account in contents.outcome.map { (account, $0) } }
            (contents.outcome, contents.isWanted) = (nil, false)
            // After an error, another task runs the query again.
            if case .failure = taken?.1 { contents.turn += 1 }
            return taken
        }
        guard let (account, outcome) = taken else { return nil }
        return (account, try outcome.get())
    }

    // MARK: A turn

    /// Begins a turn that has no task yet; false at the end.
    private func begin() -> Bool {
        contents.withLock { contents in
            guard let account = contents.account else { return false }
            if contents.begun == contents.turn { return true }
            let (former, turn, results, state) = (contents.task, contents.turn, results, self.contents)
            contents.begun = turn
            contents.task = Task.detached {
                // The former one ends before the next one begins.
                await former?.value
                await Self.read(account, turn, results, state)
            }
            return true
        }
    }

    /// Reads results of an account when they are wanted, as long as it has the turn.
    private static func read(
        _ account: Account<Login>, _ turn: Int, _ results: Results, _ state: WatchedState<Contents>
    ) async {
        var reader: LiveQuery<M>.Iterator?
        var wasClosed = false
        while true {
            await state.wait { $0.turn == turn && !$0.isWanted }
            if Task.isCancelled || state.withLock({ $0.turn != turn }) { return }
            var live = reader ?? live(account, results)
            var outcome: Result<LiveResult<M>, any Error>
            do {
                guard let result = try await live.next() else { return }
                (reader, wasClosed) = (live, false)
                outcome = .success(result)
            } catch {
                outcome = .failure(error)
                if case GranaryError.Code.closed = error, !wasClosed || !account.stack.isReady {
                    (reader, wasClosed) = (nil, true)
                    do {
                        try await account.stack.ready()
                        continue
                    } catch GranaryError.Code.closed {
                        // For good: another account gets the turn.
                        return
                    } catch { outcome = .failure(error) }
                }
            }
            state.change { contents in
                if contents.turn != turn { return }
                (contents.outcome, contents.isWanted) = (outcome, false)
            }
            if case .failure = outcome { return }
        }
    }

    private static func live(_ account: Account<Login>, _ results: Results) -> LiveQuery<M>.Iterator {
        account.stack.observe(results.query(account.user), results.delivery).makeAsyncIterator()
    }
}
