public import Granary

extension Account {
    // MARK: Sign-in

    /// How the account stands with the server.
    ///
    /// Accounts without a sign-in are always signed in.
    public var state: AccountState { status.state }

    /// The present state and each later one, until the accounts are closed; a reader that is slow misses the oldest.
    public var states: AsyncStream<AccountState> { status.states }

    /// Signs the user of the account in again, by the authenticator.
    ///
    /// The new credential replaces the present one; an answer for somebody else, and any other failure, changes nothing.
    /// The stores of an account that was signed out open again. It does not become the current one:
    /// ``Accounts/switch(to:)`` does that.
    ///
    /// - Throws: ``GranaryError/Code/invalidValue`` for an answer about another user; ``GranaryError/Code/timeout``;
    ///   ``GranaryError/Code/unavailable`` with the error of the authenticator as its cause;
    ///   ``GranaryError/Code/unsupported`` without a sign-in; ``GranaryError/Code/denied`` for the guest, who signs in with
    ///   ``Accounts/signIn(guest:)``; ``GranaryError/Code/cancelled``; errors of the stores, and of the place of secrets.
    public func signIn() async throws {
        try await signedInUser().signIn { try await self.reopen() }
        try await modules.started()
    }

    /// Gets a new credential from the server now, regardless of the present one.
    ///
    /// All who ask until it is there get the same one, in every process that has the account open. If the task is
    /// cancelled it waits no longer, and the refresh goes on. A failure is kept in the ``state``, which otherwise
    /// stays, unless the server refuses the credential, or another process has signed the user out: the guest is
    /// current then if this account was, and its stores are closed when running work has ended.
    ///
    /// - Throws: ``GranaryError/Code/denied`` when the server refuses, or nobody is signed in; otherwise as ``signIn()``.
    public func refresh() async throws {
        _ = try await signedInUser().credential(.newer(than: status.number))
    }

    /// Passes a credential to a closure that asks the server for something; refreshed before, where it needs that.
    ///
    /// If the closure throws ``CredentialRefused``, the credential is refreshed and the closure called once more.
    ///
    /// - Throws: as ``refresh()``; errors of the closure.
    public nonisolated(nonsending) func withCredential<R>(
        _ body: (Login.Credential) async throws -> R
    ) async throws -> R {
        let session = try signedInUser()
        let first = try await session.credential(.fresh)
        do { return try await body(first.credential) } catch is CredentialRefused {}
        let second = try await session.credential(.newer(than: first.number))
        return try await body(second.credential)
    }

    /// Signs the user out: notifies the server, removes the credential, and closes the account's stores, which keep
    /// what they have.
    ///
    /// If the account was current, the guest is. ``signIn()``, and asking ``Accounts`` for the account, open the stores again; those in memory are empty then.
    ///
    /// - Parameters:
    ///   - anyway: whether the server is not notified, such as without a network; its sign-in may go on
    ///     there.
    ///   - running: how running work of the account ends.
    /// - Throws: ``GranaryError/Code/unavailable``, ``GranaryError/Code/timeout`` and others when the server could not be
    ///   notified: nothing is changed then; ``GranaryError/Code/timeout`` when running work does not end in the time
    ///   allowed: the user is signed out then, and the stores stay open; errors of a place of secrets that cannot remove
    ///   the credential: the user is signed out then, and another call removes it; ``GranaryError/Code/unsupported``
    ///   without a sign-in; ``GranaryError/Code/denied`` for the guest.
    public func signOut(anyway: Bool = false, running: RunningWork = .wait) async throws {
        let session = try signedInUser()
        var problem: (any Error)?
        do { try await session.signOut(anyway: anyway) } catch {
            // Once it is recorded nobody goes on to read, even if the credential could not be removed.
            guard case .signedOut = state else { throw error }
            problem = error
        }
        try await leave(running)
        if let problem { throw problem }
    }

    /// Ends the use of a user who has signed out: the guest becomes current if this one is, and the stores are closed.
    ///
    /// - Throws: as stopping a stack.
    func leave(_ running: RunningWork) async throws {
        await current?.leave(self)
        // The user may have signed in again since.
        if case .signedOut = state { try await stack.stop(running: running) }
    }

    /// Opens the stores again that a sign-out has closed.
    func reopen() async throws {
        guard case .signedOut = state, !stack.isReady else { return }
        try await stack.start()
        try await follower?.read()
    }
}
