import Granary

/// Stores the credential of one account before it is shown: the secret, then the record, then the state.
struct CredentialStorage<Login: Authenticator>: Sendable {
    typealias Held = HeldCredential<Login.Credential>
    typealias Answer = SignInAnswer<Login.User, Login.Credential>

    private let services: SignInServices<Login>
    private let record: SignInRecord
    private let status: SignInStatus<Login>
    /// Whether the account is closed, so that nobody waits any longer to ask the server.
    private let ending: WatchedState<Bool>
    /// Ends the use of a user whom another process has signed out or forgotten.
    let leave: @Sendable () async -> Void
    /// Lets one task of this process write at a time; the lease keeps others out.
    private let writing = CallGate()

    init(
        _ services: SignInServices<Login>, _ record: SignInRecord, _ status: SignInStatus<Login>,
        _ ending: WatchedState<Bool>, leave: @escaping @Sendable () async -> Void
    ) {
        self.services = services
        self.record = record
        self.status = status
        self.ending = ending
        self.leave = leave
    }

    // MARK: Reading

    /// The credential in the place of secrets; `nil` for one that is missing or damaged.
    func read() async throws -> Held? { try await services.credential(at: record.place) }

    // MARK: The lease

    /// Takes the lease for asking the server; the newer credential if there is one, and the lease is not needed.
    func beginRefresh(of number: Int) async throws -> Held? {
        let taking = try await record.lease(
            for: .asking, replacing: number, by: services.clock, until: ending)
        if case .changed(let contents) = taking { return try await goOver(to: contents) }
        // The last holder of the lease may have been killed between the credential and the record.
        guard let newer = try? await read(), newer.number > number else { return nil }
        _ = try await record.note(newer.number, .signedIn, user: Login.User.Snapshot?.none, by: .asking)
        return try show(newer)
    }

    /// Gives the lease back.
    func giveUp(_ purpose: SignInRecord.Purpose) async {
        // One that cannot be given back ends by itself.
        try? await record.release(purpose)
    }

    /// Takes the lease for writing; waits also once the account ends, as the answer in hand may be the only valid one.
    private func leaseForWriting(replacing number: Int? = nil) async throws -> SignInRecord.Taking {
        try await record.lease(for: .writing, replacing: number, by: services.clock)
    }

    // MARK: Storing

    /// Stores an answer, with its user if it changes them, then shows it.
    ///
    /// The answer to a refresh replaces only the credential with a given number, and counts for nothing without it;
    /// the answer to a sign-in replaces any. The call returns the new credential, or the one that has replaced the
    /// old one since.
    func store(_ answer: Answer, replacing number: Int?, user: Login.User.Snapshot?) async throws -> Held {
        do {
            let stored = try await writing.run {
                try await self.replace(number, by: answer.credential, user)
            }
            if let stored { return stored }
            return try await goOver(to: record.read())
        } catch {
            // The server may take no other credential any more.
            if let number { status.keep(SignInStatus.Unstored(answer: answer, user: user, number: number)) }
            throw error
        }
    }

    /// Stores a credential; `nil` if another one has replaced the old one since.
    private func replace(
        _ number: Int?, by credential: Login.Credential, _ user: Login.User.Snapshot?
    ) async throws -> Held? {
        guard case .taken(let before) = try await leaseForWriting(replacing: number) else { return nil }
        let held = Held(credential: credential, number: max(before.number, status.number) + 1)
        let former = number == nil ? await former() : nil
        let isNoted: Bool
        do {
            services.reach(.beforeStoring)
            try await services.store(held, at: record.place)
            services.reach(.secretStored)
            isNoted = try await record.note(held.number, .signedIn, user: user)
            services.reach(.recorded)
        } catch {
            if case GranaryError.Code.notFound = error {
                // The account has been forgotten since.
                await undo(to: nil)
            } else if let former {
                await undo(to: former)
            }
            await giveUp(.writing)
            throw error
        }
        return isNoted ? try show(held) : nil
    }

    /// What is in the place of secrets; none if that cannot be read at present, so that it is left there.
    private func former() async -> [UInt8]?? {
        do { return .some(try await services.secret(at: record.place)) } catch { return .none }
    }

    /// Puts the secret back that was replaced by one which could not be recorded.
    private func undo(to former: [UInt8]?) async {
        if let former {
            try? await services.secrets.store(former, at: record.place)
        } else {
            try? await services.secrets.remove(at: record.place)
        }
    }

    /// Records a sign-out, shows it, and removes the credential.
    func storeSignOut() async throws {
        try await writing.run { try await self.replaceBySignOut() }
    }

    private func replaceBySignOut() async throws {
        guard case .taken(let before) = try await leaseForWriting() else { return }
        let number = max(before.number, status.number) + 1
        do {
            let nobody = Login.User.Snapshot?.none
            guard try await record.note(number, .signedOut, user: nobody, keepsLease: true) else {
                throw GranaryError(
                    .conflict, "Another process has changed the sign-in of the account. Sign out again.")
            }
            status.take(number, nil, .signedOut)
            try await services.removeSecret(at: record.place)
        } catch {
            await giveUp(.writing)
            throw error
        }
        await giveUp(.writing)
    }

    /// Removes a credential that an earlier sign-out could not, unless somebody has signed in since.
    func removeRemains() async throws {
        try await writing.run {
            try await services.removeRemains(of: record) { try await leaseForWriting() }
        }
    }

    // MARK: Showing

    /// Shows a credential that is stored; returns the newest that is known.
    private func show(_ held: Held) throws -> Held {
        if status.take(held.number, held, .signedIn(nil)) { return held }
        guard let newer = try status.present().held else { throw GranaryError.signedOut }
        return newer
    }

    /// Goes over to what another process, or sign-in, has recorded.
    ///
    /// It throws ``GranaryError/Code/denied`` if that is a sign-out or a refusal.
    private func goOver(to record: SignInRecord.Contents) async throws -> Held {
        switch record.standing {
        case .signedOut:
            let isNews = record.number > status.number
            status.take(record.number, nil, .signedOut)
            if isNews { await leave() }
            throw GranaryError.signedOut
        case .refused:
            status.take(record.number, nil, .refused)
            throw GranaryError.refused
        case .signedIn:
            if let known = try? status.present().held, known.number >= record.number { return known }
            guard let found = try await read(), found.number >= record.number else {
                return try await refuse(record.number)
            }
            return try show(found)
        }
    }

    /// Records that the server does not take a credential any more, or that it is lost; then shows it.
    ///
    /// It gives a newer one that has replaced it since, and throws ``GranaryError/Code/denied`` without one.
    func refuse(_ number: Int) async throws -> Held {
        if let other = try await record.noteRefusal(of: number) { return try await goOver(to: other) }
        status.take(number, nil, .refused)
        throw GranaryError.refused
    }
}
