import Granary

/// Gets credentials of one account from the server; one caller at a time uses it.
struct CredentialExchange<Login: Authenticator>: Sendable {
    typealias Held = HeldCredential<Login.Credential>
    typealias Answer = SignInAnswer<Login.User, Login.Credential>

    /// Which credential a caller wants.
    enum Wanted: Sendable {
        /// One that the authenticator does not want to refresh first.
        case fresh
        /// Another one than that with this number.
        case newer(than: Int)
    }

    private let services: SignInServices<Login>
    private let storage: CredentialStorage<Login>
    private let status: SignInStatus<Login>
    private let follower: UserFollower<Login.User>

    init(
        _ services: SignInServices<Login>, _ storage: CredentialStorage<Login>, _ status: SignInStatus<Login>,
        _ follower: UserFollower<Login.User>
    ) {
        self.services = services
        self.storage = storage
        self.status = status
        self.follower = follower
    }

    /// Whether the authenticator wants to refresh a credential before it is used.
    func needsRefresh(_ held: Held, atStart: Bool) -> Bool {
        services.authenticator.needsRefresh(follower.user, held.credential, atStart: atStart)
    }

    // MARK: Refreshing

    /// A credential that can be used; an error is shown in the state, after `hasFailed` was called.
    ///
    /// - Throws: ``GranaryError``.
    func credential(_ wanted: Wanted, hasFailed: () -> Void) async throws -> Held {
        var number = status.number
        do {
            let held = try await readable()
            number = held.number
            let isRestored = status.isRestored
            switch wanted {
            case .newer(let number): if held.number > number, !isRestored { return held }
            case .fresh:
                if !isRestored { return held }
                if !needsRefresh(held, atStart: true) {
                    status.confirm(held.number)
                    return held
                }
            }
            return try await refreshed(held)
        } catch {
            let error = GranaryError.call(.refresh, threw: error)
            hasFailed()
            status.show(error, at: number)
            if error.code == .notFound { await storage.leave() }
            throw error
        }
    }

    /// The present credential; read again if it could not be read before.
    private func readable() async throws -> Held {
        let present = try status.present()
        if let held = present.held { return held }
        guard let found = try await storage.read(), found.number >= present.number else {
            return try await storage.refuse(present.number)
        }
        status.take(found)
        return found
    }

    /// Asks the server for another credential, unless there is one already.
    private func refreshed(_ held: Held) async throws -> Held {
        if let newer = try await storage.beginRefresh(of: held.number) { return newer }
        if let unstored = status.unstored(for: held.number) {
            return try await storage.store(unstored.answer, replacing: held.number, user: unstored.user)
        }
        let user = follower.user
        let answer: Answer
        services.reach(.beforeAsking)
        do { answer = try await ask(held, user) } catch is CredentialRefused {
            return try await storage.refuse(held.number)
        } catch {
            await storage.giveUp(.asking)
            throw error
        }
        services.reach(.answered)
        return try await storage.store(
            answer, replacing: held.number, user: Self.change(of: user, in: answer))
    }

    private func ask(_ held: Held, _ user: Login.User.Snapshot) async throws -> Answer {
        let answer = try await services.call(.refresh, services.settings.limit) { [services] in
            try await services.authenticator.refresh(user, held.credential)
        } late: { answer in
            // The server may take no other credential any more.
            guard answer.user.objectID == user.objectID, status.number == held.number else { return }
            _ = try? await storage.store(
                answer, replacing: held.number, user: Self.change(of: user, in: answer))
        }
        try require(answer, .refresh)
        return answer
    }

    /// The user of an answer, if they are not as they were.
    private static func change(of user: Login.User.Snapshot, in answer: Answer) -> Login.User.Snapshot? {
        answer.user == user ? nil : answer.user
    }

    private func require(_ answer: Answer, _ call: GranaryError.SignInCall) throws {
        if answer.user.objectID == follower.user.objectID { return }
        throw GranaryError.otherUser(call, Login.User.modelDescription.name)
    }

    // MARK: What a person does

    /// Takes the answer to a sign-in over.
    ///
    /// - Throws: ``GranaryError``.
    func take(_ answer: Answer) async throws {
        try require(answer, .signIn)
        _ = try await storage.store(answer, replacing: nil, user: answer.user)
    }

    /// Notifies the server that the user signs out, if it knows of a sign-in.
    ///
    /// - Throws: ``GranaryError``.
    func tellSignOut() async throws {
        switch status.state {
        case .guest, .signedOut, .refused: return
        case .presession, .signedIn: break
        }
        let held: Held
        do { held = try await readable() } catch {
            // Without a credential there is nothing to report.
            if case .refused = status.state { return }
            throw error
        }
        let user = follower.user
        do {
            try await services.call(.signOut, services.settings.limit) { [services] in
                try await services.authenticator.signOut(user, held.credential)
            }
        } catch is CredentialRefused {
            // The server has ended the sign-in before.
        }
    }

    /// Records that the user has signed out.
    ///
    /// - Throws: ``GranaryError``.
    func signOut() async throws {
        if case .signedOut = status.state { return try await storage.removeRemains() }
        try await storage.storeSignOut()
    }
}
