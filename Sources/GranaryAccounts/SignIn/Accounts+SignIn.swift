import FoundationEssentials
import Granary

extension Accounts {
    // MARK: Sign-in

    /// Signs a user in by the authenticator, and makes their account the current one; it is made if they have none.
    ///
    /// - Parameter data: what becomes of the guest's data.
    /// - Returns: the account, which is the current one.
    /// - Throws: ``GranaryError/Code/timeout``; ``GranaryError/Code/unavailable`` with the error of the authenticator as
    ///   its cause; ``GranaryError/Code/cancelled``; otherwise as ``signIn(_:guest:)``.
    public func signIn(guest data: GuestData = .keep) async throws -> Account<Login> {
        let services = services
        let answer = try await services.gate.run { try await services.signIn() }
        return try await signIn(answer, guest: data)
    }

    /// Signs a user in whom the program has asked the server about itself, and makes their account the current one; it is
    /// made if they have none.
    ///
    /// The credential is stored, then the record with the user, who is stored as the answer has them; then the account is
    /// opened, recorded as current, and reported to readers. The former account stays open and signed in.
    ///
    /// - Parameters:
    ///   - answer: the user and their credential.
    ///   - data: what becomes of the guest's data.
    /// - Returns: the account, which is the current one.
    /// - Throws: ``GranaryError/Code/unsupported`` without a sign-in; ``GranaryError/Code/closed``; errors of the place of
    ///   secrets and of saving: nothing is changed then; ``GranaryError/Code/constraint``, and nothing is changed, for a
    ///   user who has an account and is to adopt the guest's place; ``GranaryError/Code/locked``, and nothing is changed,
    ///   while another process has the guest's stores open, where the engine can detect that, and
    ///   ``GranaryError/Code/conflict`` where it has given them to an account; errors of stores that cannot be opened, and
    ///   of the closure: the account is there then and signed in, the former one stays current, and ``switch(to:)`` can be
    ///   tried later.
    public func signIn(
        _ answer: SignInAnswer<Login.User, Login.Credential>, guest data: GuestData = .keep
    ) async throws -> Account<Login> {
        guard services.hasSignIn else { throw GranaryError.withoutSignIn }
        // What has begun is finished, also when the task is cancelled.
        let signingIn = Task {
            try await self.letGo(of: answer.user.objectID)
            if case .adopt = data {
                return try await self.currentAccount.changing.run { try await self.adopt(for: answer) }
            }
            let account = try await self.signedIn(answer)
            // Before the change is queued, as in a switch.
            try await account.modules.started()
            if case .move(let body) = data {
                try await self.renewGuest()
                try await body(self.guest, account)
            }
            try await self.currentAccount.changing.run { try await self.makeCurrent(account) }
            return account
        }
        return try await signingIn.value
    }

    /// Signs a user in, and opens their account; it is made if they have none.
    private func signedIn(
        _ answer: SignInAnswer<Login.User, Login.Credential>
    ) async throws -> Account<Login> {
        let id = answer.user.objectID
        let key = try AccountRecord.text(of: id)
        if try await !isKnown(key, answer.user), try await make(answer, key) {
            let account = try await opened(id, confirmed: 1)
            // Somebody else may have opened it since.
            account.status.confirm(1)
            return account
        }
        let account = try await opened(id)
        try await awake(account)
        // One that was restored, and cannot be signed in, asks the server as if nothing had been.
        defer { account.begin() }
        try await account.signedInUser().take(answer)
        return account
    }

    /// Whether there is an account with a key; a user who was deleted is inserted again.
    private func isKnown(_ key: String, _ user: Login.User.Snapshot) async throws -> Bool {
        try await sharedStack.perform(.ofRecords) { context in
            let record = try context.fetch(AccountRecord.where { $0.user == key }).first
            guard let record else { return false }
            // Nothing of a user comes back who is about to go.
            if record.isForgotten { throw GranaryError.forgotten }
            if try context.object(user.objectID) == nil {
                try context.insert(user)
                try context.save()
            }
            return true
        }
    }

    /// Makes an account that is signed in; false if somebody else has made one since.
    private func make(
        _ answer: SignInAnswer<Login.User, Login.Credential>, _ key: String
    ) async throws -> Bool {
        var generator = random()
        let place = AccountPlace.draw(from: &generator)
        let hour = AccountRecord.hour(of: now())
        do {
            try await store(answer, at: place) { context in
                let record = AccountRecord(place: place, user: key, lastUsed: hour)
                try context.insert(record)
                return record
            }
            return true
        } catch {
            guard case GranaryError.Code.constraint = error, try await isKnown(key, answer.user) else {
                throw error
            }
            return false
        }
    }

    /// Stores the first credential of a place, then, in one commit, the user and a record, which a closure makes.
    ///
    /// - Throws: ``GranaryError``; nothing is changed then.
    func store(
        _ answer: SignInAnswer<Login.User, Login.Credential>, at place: String,
        record: @escaping @Sendable (Context) throws -> AccountRecord
    ) async throws {
        let held = HeldCredential(credential: answer.credential, number: 1)
        services.reach(.beforeStoring)
        try await services.store(held, at: place)
        services.reach(.secretStored)
        do {
            try await sharedStack.perform(.ofRecords) { context in
                try context.upsert([answer.user])
                let record = try record(context)
                record.credential = held.number
                record.standing = .signedIn
                try context.save()
            }
            services.reach(.recorded)
        } catch {
            try? await services.secrets.remove(at: place)
            throw error
        }
    }
}
