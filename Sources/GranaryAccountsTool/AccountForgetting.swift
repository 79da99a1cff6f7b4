import Granary
import GranaryAccounts
import GranaryTool

/// Forgets an account without the models of its program.
struct AccountForgetting: Sendable {
    let found: FoundAccounts
    let place: String
    /// The name of the model of users, if it was given.
    let model: String?

    /// Does it; can be repeated where it was interrupted.
    ///
    /// - Throws: ``GranaryError/Code/notFound``; ``GranaryError/Code/locked``, and nothing changes, while a process has a
    ///   store open; ``GranaryError/Code/denied`` for the guest; errors of erasing, with the account unreachable then.
    func run() async throws -> ForgottenAccount {
        let account = try found.read { try $0.account(at: place) }
        if account == nil, try !found.isUsed(place) { throw FoundAccounts.unknown(place) }
        // A wrong name is an error before anything is done.
        if model != nil { _ = try StoredUsers(named: model, in: found.schema) }
        try found.requireUnused(place)
        if let account { try makeUnreachable(account) }
        let stores = try found.setup.stores(ofAccountAt: place).map(\.configuration)
        try await AccountErasure(stores, at: place, found.setup.registry).run()
        let hasLostCredential = try await removeCredential(account)
        guard account != nil else { return ForgottenAccount(place: place, state: .forgotten) }
        if hasLostCredential {
            return left("The program keeps its credential at a place of its own; its next start removes it.")
        }
        return try removeRecord()
    }

    /// Marks the account, unless somebody has opened it meanwhile.
    private func makeUnreachable(_ account: StoredAccount) throws {
        try found.write { try $0.mark(place, isForgotten: true) }
        if account.isForgotten { return }
        do { try found.requireUnused(place) } catch {
            try found.write { try $0.mark(place, isForgotten: false) }
            throw error
        }
    }

    /// Removes the credential, and returns whether there is one elsewhere.
    private func removeCredential(_ account: StoredAccount?) async throws -> Bool {
        let secrets = try FileSecrets.usual(
            beside: found.store.configuration, of: found.setup.schema?.name, found.setup.registry)
        if let secrets {
            // One that is not used, since others may read it, is there too.
            var isThere = true
            do { isThere = try await secrets.secret(at: place) != nil } catch {}
            try await secrets.remove(at: place)
            if isThere { return false }
        }
        guard let account else { return false }
        // A sign-out has removed it.
        return account.credential > 0 && account.standing != .signedOut
    }

    private func removeRecord() throws -> ForgottenAccount {
        do {
            let users = try StoredUsers(named: model, in: found.schema)
            guard users.areAlone else {
                return left(
                    "\(users.model) has relationships, so the next start of the program deletes the user and the record, by the rules of its models."
                )
            }
            try found.write { try $0.remove(place, of: users) }
            return ForgottenAccount(place: place, state: .forgotten)
        } catch let error as GranaryError {
            return left("The next start of the program deletes the user and the record. \(error.message)")
        }
    }

    private func left(_ rest: String) -> ForgottenAccount {
        ForgottenAccount(place: place, state: .erased, rest: rest)
    }
}
