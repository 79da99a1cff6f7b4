import FoundationEssentials
import Granary

extension Accounts {
    /// Makes an account that takes the place of the guest over, by one commit, and makes it current.
    ///
    /// The caller makes the change of the current account. The guest's stores stay as they are: the new account opens
    /// them before the former guest gives them up, so those in memory keep what they have too.
    func adopt(for answer: SignInAnswer<Login.User, Login.Credential>) async throws -> Account<Login> {
        let former = guest
        let next = try nextGuest()
        // Nothing that was begun for nobody goes on in the stores of somebody.
        await former.modules.leave()
        do {
            // Before any store is asked who has it open: these errors say more.
            try await requireFree(former.place, AccountRecord.text(of: answer.user.objectID))
            try await requireAlone(former)
            try await takePlace(of: former, for: answer, next: next.place)
        } catch {
            try? await next.stack.close()
            // The next one adopts what is the guest's then.
            try? await replaceLostGuest()
            // Not in stores that are somebody's by now.
            if guest === former { former.modules.mayReturn() }
            throw error
        }
        guard currentAccount.replaceGuest(by: next) else {
            try? await next.stack.close()
            throw Self.closed
        }
        begin(next)
        let account: Account<Login>
        do {
            account = try await opened(answer.user.objectID, confirmed: 1)
            account.status.confirm(1)
            try await makeCurrent(account)
        } catch {
            // Nobody is the guest at a place that is somebody's now.
            await end(former)
            throw error
        }
        await end(former)
        return account
    }

    /// Begins with another guest.
    func begin(_ guest: Account<Login>) {
        add(guest)
        requireOwnership(of: guest.stack, guest.owner)
        beginModules(of: guest)
    }

    /// Throws while another process has a store of the guest open, where the engine can detect that: it would go on to
    /// read what belongs to a user then.
    private func requireAlone(_ guest: Account<Login>) async throws {
        // It can only be detected while the store is closed here, so not while the guest is in use.
        guard (try? await guest.stack.rest()) == true else { return }
        do {
            try await AccountErasure(
                stacks.stores.stores(at: guest.place), at: guest.place, sharedStack.registry
            ).requireUnused()
        } catch var error as GranaryError where error.code == .locked {
            error.message =
                "Another process has a store of the guest open, so no account can adopt it now; end that process, or let the guest rest there, and sign in again, or sign in with `guest: .keep`."
            throw error
        }
    }

    /// Removes the credential that a kill in an adoption has left at the guest's place, unless somebody is adopting it.
    func removeUnadoptedSecret() async {
        let record = signInRecord(at: guest.place)
        // One that cannot be removed now is replaced, or removed, by the next adoption or start.
        try? await services.removeRemains(of: record) { try await record.take(for: .writing, replacing: nil) }
    }

    /// The account of nobody at a new place, which is not recorded yet.
    private func nextGuest() throws -> Account<Login> {
        var generator = random()
        return try stacks.makeGuest(at: AccountPlace.draw(from: &generator))
    }

    /// Gives the place of the guest to a new account, and the guest the next one.
    private func takePlace(
        of former: Account<Login>, for answer: SignInAnswer<Login.User, Login.Credential>, next: String
    ) async throws {
        let record = signInRecord(at: former.place)
        // A credential that somebody else has put there stays; a holder that was killed there only delays this.
        _ = try await record.lease(for: .writing, replacing: nil, by: services.clock)
        services.reach(.guestLeased)
        do {
            let key = try AccountRecord.text(of: answer.user.objectID)
            try await requireFree(former.place, key)
            try await store(answer, at: former.place, record: adoption(of: former.place, by: key, next: next))
        } catch {
            try? await record.release(.writing)
            throw error
        }
    }

    /// Throws unless a place is the guest's, and a user has none.
    private func requireFree(_ place: String, _ key: String) async throws {
        let nobody = AccountRecord.nobody
        let (places, users) = try await sharedStack.perform { context in
            (
                try context.count(AccountRecord.where { $0.place == place && $0.user == nobody }),
                try context.count(AccountRecord.where { $0.user == key })
            )
        }
        if users > 0 { throw Self.hasPlace }
        if places == 0 { throw Self.isAdopted }
    }

    private func adoption(
        of place: String, by key: String, next: String
    ) -> @Sendable (Context) throws -> AccountRecord {
        let hour = AccountRecord.hour(of: now())
        return { context in
            let nobody = AccountRecord.nobody
            if try context.count(AccountRecord.where { $0.user == key }) > 0 { throw Self.hasPlace }
            let found = try context.fetch(AccountRecord.where { $0.place == place }).first
            guard let record = found, record.user == nobody else { throw Self.isAdopted }
            record.user = key
            record.isCurrent = false
            record.lastUsed = hour
            record.endLease()
            try context.insert(AccountRecord(place: next, user: nobody, lastUsed: hour))
            return record
        }
    }

    /// Ends a guest whose place was adopted, here or by another process.
    func end(_ former: Account<Login>) async {
        if current === former { currentAccount.tell(guest) }
        await former.end()
        room.remove(former.stack)
        do { try await former.stack.close() } catch {
            sharedStack.unattended.report(
                error, during: .closing, "A store of the guest could not be closed after it was adopted.")
        }
    }

    private static var hasPlace: GranaryError {
        GranaryError(
            .constraint,
            "This user has an account with stores of its own, so it cannot adopt the guest's. Sign in with `guest: .keep`, or move the data with `guest: .move { guest, account in … }`.",
            context: .init(entity: Login.User.modelDescription.name))
    }

    private static var isAdopted: GranaryError {
        GranaryError(
            .conflict,
            "Another process has given the guest's place to an account meanwhile, so it cannot be adopted; the guest has another place now. Sign in again."
        )
    }
}
