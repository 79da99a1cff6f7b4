import Granary

/// Stores the credential of one account before it is shown: the secret, then the record, then the state.
struct CredentialStorage<Login: Authenticator>: Sendable {
    typealias Held = HeldCredential<Login.Credential>
    typealias Answer = SignInAnswer<Login.User, Login.Credential>

    private let services: SignInServices<Login>
    private let record: SignInRecord
    private let status: SignInStatus<Login>
    /// Whether the account is closed, so that nobody waits for other processes any longer.
    private let ending: WatchedState<Bool>
    /// Lets one task of this process write at a time; the lease keeps others out.
    private let writing = CallGate()

    init(
        _ services: SignInServices<Login>, _ record: SignInRecord, _ status: SignInStatus<Login>,
        _ ending: WatchedState<Bool>
    ) {
        self.services = services
        self.record = record
        self.status = status
        self.ending = ending
    }

    // MARK: Reading

    /// The credential in the place of secrets; `nil` for one that is missing or damaged.
    func read() async throws -> Held? {
        do {
            return try await services.secrets.secret(at: record.place).flatMap(Held.init)
        } catch {
            throw GranaryError.secrets(threw: error)
        }
    }

    // MARK: The lease

    /// Takes the lease for asking the server; the newer credential if there is one, and the lease is not needed.
    func beginRefresh(of number: Int) async throws -> Held? {
        if case .changed(let contents) = try await lease(for: .asking, replacing: number) {
            return try await goOver(to: contents)
        }
        // Whoever had the lease before may have been killed between the credential and the record.
        guard let newer = try? await read(), newer.number > number else { return nil }
        _ = try await record.note(newer.number, .signedIn, user: Login.User.Snapshot?.none, by: .asking)
        return try show(newer)
    }

    /// Gives the lease back.
    func giveUp(_ purpose: SignInRecord.Purpose) async {
        // One that cannot be given back ends by itself.
        try? await record.release(purpose)
    }

    /// Takes the lease of the record; waits while another process has it.
    ///
    /// It says that the lease is taken, or that the credential to replace is replaced already.
    private func lease(
        for purpose: SignInRecord.Purpose, replacing number: Int?
    ) async throws -> SignInRecord.Taking {
        let time = ElapsedTime(services.clock)
        var seen: (holder: String, since: Duration)?
        var passed: String?
        var pause = Duration.milliseconds(50)
        while true {
            let taking = try await record.take(for: purpose, replacing: number, past: passed)
            guard case .busy(let holder) = taking else { return taking }
            if let seen, seen.holder == holder {
                // The clocks of the processes may disagree.
                if time.now - seen.since > services.settings.lease { passed = holder }
            } else {
                seen = (holder, time.now)
            }
            try await wait(pause)
            pause = min(pause * 2, .seconds(1))
        }
    }

    private func wait(_ pause: Duration) async throws {
        let ending = ending
        // Its limit is the end of the pause.
        try? await LimitedCall.run(pause, services.clock, else: .endedAccount) { await ending.wait { !$0 } }
        if ending.withLock({ $0 }) { throw GranaryError.endedAccount }
        if Task.isCancelled { throw Cancellation.error }
    }

    // MARK: Storing

    /// Stores an answer, with its user if it changes them, then shows it.
    ///
    /// The answer to a refresh replaces the credential with a number, without which it counts for nothing; that to a
    /// sign-in replaces any. It gives the new credential, or the one that has replaced the old one meanwhile.
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

    /// Stores a credential; `nil` if another one has replaced the old one meanwhile.
    private func replace(
        _ number: Int?, by credential: Login.Credential, _ user: Login.User.Snapshot?
    ) async throws -> Held? {
        guard case .taken(let before) = try await lease(for: .writing, replacing: number) else { return nil }
        let held = Held(credential: credential, number: max(before.number, status.number) + 1)
        let former = number == nil ? try? await services.secrets.secret(at: record.place) : nil
        let isNoted: Bool
        do {
            try await write(held)
            isNoted = try await record.note(held.number, .signedIn, user: user)
        } catch {
            if case GranaryError.Code.notFound = error {
                // The account has been forgotten meanwhile.
                await undo(to: nil)
            } else if number == nil {
                await undo(to: former)
            }
            await giveUp(.writing)
            throw error
        }
        return isNoted ? try show(held) : nil
    }

    private func write(_ held: Held) async throws {
        let bytes = try held.sealed()
        do { try await services.secrets.store(bytes, at: record.place) } catch {
            throw GranaryError.secrets(threw: error)
        }
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
        guard case .taken(let before) = try await lease(for: .writing, replacing: nil) else { return }
        let number = max(before.number, status.number) + 1
        do {
            let nobody = Login.User.Snapshot?.none
            guard try await record.note(number, .signedOut, user: nobody, keepsLease: true) else {
                throw GranaryError(
                    .conflict, "Another process has changed the sign-in of the account. Sign out again.")
            }
            status.take(number, nil, .signedOut)
            do { try await services.secrets.remove(at: record.place) } catch {
                throw GranaryError.secrets(threw: error)
            }
        } catch {
            await giveUp(.writing)
            throw error
        }
        await giveUp(.writing)
    }

    /// Removes a credential that an earlier sign-out could not, unless somebody has signed in since.
    func removeRemains() async throws {
        try await writing.run {
            let secret: [UInt8]?
            do { secret = try await services.secrets.secret(at: record.place) } catch {
                throw GranaryError.secrets(threw: error)
            }
            if secret == nil { return }
            guard case .taken(let present) = try await lease(for: .writing, replacing: nil) else { return }
            var problem: (any Error)?
            if present.standing == .signedOut {
                do { try await services.secrets.remove(at: record.place) } catch { problem = error }
            }
            await giveUp(.writing)
            if let problem { throw GranaryError.secrets(threw: problem) }
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
            status.take(record.number, nil, .signedOut)
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
    /// It gives a newer one that has replaced it meanwhile, and throws ``GranaryError/Code/denied`` without one.
    func refuse(_ number: Int) async throws -> Held {
        if let other = try await record.noteRefusal(of: number) { return try await goOver(to: other) }
        status.take(number, nil, .refused)
        throw GranaryError.refused
    }
}
