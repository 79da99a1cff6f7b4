import FoundationEssentials
import Granary

extension Accounts {
    // MARK: Sign-in

    /// Signs a user in by the authenticator, and opens their account; it is made if they have none.
    ///
    /// - Throws: ``GranaryError/Code/timeout``; ``GranaryError/Code/unavailable`` with the error of the authenticator as
    ///   its cause; ``GranaryError/Code/cancelled``; otherwise as ``signIn(_:)``.
    public func signIn() async throws -> Account<Login> {
        let services = services
        let answer = try await services.gate.run {
            do { return try await services.signIn() } catch { throw GranaryError.call(.signIn, threw: error) }
        }
        return try await signIn(answer)
    }

    /// Signs a user in whom the program has asked the server about itself, and opens their account; it is made if they
    /// have none.
    ///
    /// The credential is stored, then the record with the user, who is stored as the answer has them; then it is shown.
    ///
    /// - Throws: ``GranaryError/Code/unsupported`` without a sign-in; ``GranaryError/Code/closed``; errors of the place of
    ///   secrets and of saving: nothing is changed then; errors of stores that cannot be opened: the account is there
    ///   then and signed in, and can be opened later.
    public func signIn(
        _ answer: SignInAnswer<Login.User, Login.Credential>
    ) async throws -> Account<Login> {
        guard services.hasSignIn else { throw GranaryError.withoutSignIn }
        let id = answer.user.objectID
        let key = try AccountRecord.text(of: id)
        // What has begun is finished, also when the task is cancelled.
        let signingIn = Task {
            if try await !self.isKnown(key, answer.user), try await self.make(answer, key) {
                let account = try await self.opened(id)
                account.session.status.confirm(1)
                return account
            }
            let account = try await self.opened(id)
            try await account.reopen()
            // One that was restored, and cannot be signed in, asks the server as if nothing had been.
            defer { account.session.begin() }
            try await account.session.take(answer)
            return account
        }
        return try await signingIn.value
    }

    /// Whether there is an account with a key; a user who was deleted is inserted again.
    private func isKnown(_ key: String, _ user: Login.User.Snapshot) async throws -> Bool {
        try await sharedStack.perform(.ofRecords) { context in
            if try context.count(AccountRecord.where { $0.user == key }) == 0 { return false }
            if try context.object(user.objectID) == nil {
                try context.insert(user)
                try context.save()
            }
            return true
        }
    }

    /// Makes an account that is signed in; false if somebody else has made one meanwhile.
    private func make(_ answer: SignInAnswer<Login.User, Login.Credential>, _ key: String) async throws
        -> Bool
    {
        var generator = random()
        let place = AccountPlace.draw(from: &generator)
        let hour = AccountRecord.hour(of: now())
        let held = HeldCredential(credential: answer.credential, number: 1)
        let bytes = try held.sealed()
        do { try await services.secrets.store(bytes, at: place) } catch {
            throw GranaryError.secrets(threw: error)
        }
        do {
            try await sharedStack.perform { context in
                try context.upsert([answer.user])
                let record = AccountRecord(place: place, user: key, lastUsed: hour)
                record.credential = held.number
                record.standing = .signedIn
                try context.insert(record)
                try context.save()
            }
            return true
        } catch {
            try? await services.secrets.remove(at: place)
            guard case GranaryError.Code.constraint = error, try await isKnown(key, answer.user) else {
                throw error
            }
            return false
        }
    }
}
