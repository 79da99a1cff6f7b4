import Granary

/// What an account that is opened knows of its sign-in.
struct RestoredSignIn<Login: Authenticator>: Sendable {
    let state: AccountState
    let held: HeldCredential<Login.Credential>?
    let number: Int

    /// Reads the record and the secret of an account, and finishes what a kill has left half.
    ///
    /// A secret that cannot be read at present is tried again with the server; one that is missing or damaged counts as
    /// refused.
    ///
    /// - Throws: errors of the shared store.
    init(_ services: SignInServices<Login>, _ record: SignInRecord) async throws {
        guard services.hasSignIn else {
            (state, held, number) = (.signedIn(nil), nil, 0)
            return
        }
        let contents = try await record.read()
        var found: HeldCredential<Login.Credential>?
        do {
            found = try await services.secrets.secret(at: record.place).flatMap(HeldCredential.init)
        } catch {
            held = nil
            number = contents.number
            state =
                switch contents.standing {
                case .signedOut: .signedOut
                case .refused: .refused
                case .signedIn: .presession(GranaryError.secrets(threw: error))
                }
            return
        }
        if let newer = found, newer.number > contents.number {
            // The program was killed between the credential and the record.
            try await Self.note(newer.number, in: record)
            (state, held, number) = (.presession(nil), newer, newer.number)
            return
        }
        if found?.number != contents.number { found = nil }
        number = contents.number
        switch contents.standing {
        case .signedOut: (state, held) = (.signedOut, nil)
        case .refused: (state, held) = (.refused, nil)
        case .signedIn: (state, held) = (found == nil ? .refused : .presession(nil), found)
        }
        if contents.standing == .signedOut {
            try? await Self.removeRemains(services, record, contents.number)
        }
    }

    /// Notes a credential that was stored, unless whoever has stored it is about to.
    private static func note(_ number: Int, in record: SignInRecord) async throws {
        guard case .taken(let contents) = try await record.take(for: .writing, replacing: nil) else { return }
        if contents.number < number {
            _ = try await record.note(number, .signedIn, user: Login.User.Snapshot?.none)
        } else {
            try await record.release(.writing)
        }
    }

    /// Removes the secret of a sign-out that a kill has left half.
    private static func removeRemains(
        _ services: SignInServices<Login>, _ record: SignInRecord, _ number: Int
    ) async throws {
        if try await services.secrets.secret(at: record.place) == nil { return }
        guard case .taken(let contents) = try await record.take(for: .writing, replacing: nil) else { return }
        var problem: (any Error)?
        if contents.number == number, contents.standing == .signedOut {
            do { try await services.secrets.remove(at: record.place) } catch { problem = error }
        }
        try await record.release(.writing)
        if let problem { throw problem }
    }
}
