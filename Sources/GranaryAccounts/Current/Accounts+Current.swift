import Granary

extension Accounts {
    // MARK: The current account

    /// The current account: the guest, until somebody signs in.
    ///
    /// Never missing: who was current last is restored before anybody has these accounts.
    public var current: Account<Login> { currentAccount.present }

    /// The account of nobody, with its own stores, which are opened at their first use.
    ///
    /// An account that adopts its place (``GuestData/adopt``) leaves another guest behind, with an empty account; also
    /// where another process does that, as soon as this one finds it out.
    public var guest: Account<Login> { currentAccount.guest }

    /// The current account and each later one, until the accounts are closed; a reader that is slow misses the oldest.
    public var currentAccounts: AsyncStream<Account<Login>> { currentAccount.accounts }

    /// The error of the account that was current last, if it could not be opened at the start: the guest is current then,
    /// nothing is dropped, and the next start tries again unless another account has become current.
    public var restoration: (any Error)? { currentAccount.restoration }

    /// Makes another account the current one: opens its stores if they are closed, records it, then notifies
    /// readers.
    ///
    /// Where opening or recording fails, nothing has changed. The former account stays open and signed in.
    ///
    /// - Parameter account: the guest, or an account that is signed in or was; not one that is signed out.
    /// - Throws: ``GranaryError/Code/denied`` for an account that is signed out; ``GranaryError/Code/notFound`` for one
    ///   that was forgotten; ``GranaryError/Code/invalidValue`` for one of other accounts, and for a guest whose place was
    ///   adopted; ``GranaryError/Code/closed``; errors of stores that cannot be opened, and of saving.
    public func `switch`(to account: Account<Login>) async throws {
        // What has begun is finished, also when the task is cancelled.
        let switching = Task {
            if let id = account.id {
                if account.stack.status.phase != .started { try await self.letGo(of: id) }
            } else {
                try await self.renewGuest()
            }
            // Before the change is queued: a module that starts may learn that the user has signed out, which is such a
            // change too.
            try await self.requireOwn(account)
            try await self.awake(account)
            try await account.modules.started()
            try await self.currentAccount.changing.run {
                try await self.requireOwn(account)
                try await self.makeCurrent(account)
            }
        }
        try await switching.value
    }

    /// Opens the stores of an account, records it as current, and notifies readers; the caller makes the change.
    func makeCurrent(_ account: Account<Login>) async throws {
        if case .signedOut = account.state { throw GranaryError.signedOut }
        try await awake(account)
        try await account.modules.started()
        services.reach(.beforeCurrent)
        try await record(account.owner)
        services.reach(.currentRecorded)
        currentAccount.tell(account)
    }

    /// Opens the account that was current last, and makes it current; one that cannot be opened is kept for the next time.
    ///
    /// - Throws: errors of the shared store.
    func restore() async throws {
        let newestFirst = AccountRecord.where { $0.isCurrent == true && $0.isForgotten == false }
            .sorted { $0.lastUsed.descending }
        let last = try await sharedStack.perform { try $0.fetch(newestFirst).first?.user }
        guard let last, last != AccountRecord.nobody else { return }
        do {
            let known = try await opened(AccountRecord.id(of: Login.User.self, last))
            if case .signedOut = known.state { return }
            try await known.modules.started()
            known.begin()
            currentAccount.tell(known)
        } catch {
            currentAccount.keep(error)
        }
    }

    private func requireOwn(_ account: Account<Login>) async throws {
        let own: Account<Login>
        if let id = account.id {
            if case .signedOut = account.state { throw GranaryError.signedOut }
            own = try await opened(id)
        } else {
            own = guest
        }
        if own !== account { throw Self.isNotOwn }
    }

    private static var isNotOwn: GranaryError {
        GranaryError(
            .invalidValue,
            "This account is not one of these accounts now, so it cannot be current; ask these for it.")
    }

    /// Records the account at a place as the current one.
    private func record(_ owner: PlaceOwner) async throws {
        let hour = AccountRecord.hour(of: now())
        let needsSignIn = services.hasSignIn
        try await sharedStack.perform(.ofRecords) { context in
            guard let record = try context.object(ObjectID<AccountRecord>(owner.place)),
                try owner.holds(in: context)
            else { throw owner.isGuest ? Self.isNotOwn : GranaryError.forgotten }
            if needsSignIn, !owner.isGuest, record.standing == .signedOut { throw GranaryError.signedOut }
            for former in try context.fetch(AccountRecord.where { $0.isCurrent == true })
            where former !== record {
                former.isCurrent = false
            }
            record.isCurrent = true
            if record.lastUsed < hour { record.lastUsed = hour }
            try context.save()
        }
    }
}
