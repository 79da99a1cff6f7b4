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
            state = .signedIn(nil)
            held = nil
            number = 0
            return
        }
        let contents = try await record.read()
        var found: HeldCredential<Login.Credential>?
        do { found = try await services.credential(at: record.place) } catch {
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
            state = .presession(nil)
            held = newer
            number = newer.number
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
            // A kill, or an error, has left it.
            try? await services.removeRemains(of: record) {
                try await record.take(for: .writing, replacing: nil)
            }
        }
    }

    /// Notes a credential that was stored, unless the process that has stored it is about to.
    private static func note(_ number: Int, in record: SignInRecord) async throws {
        guard case .taken(let contents) = try await record.take(for: .writing, replacing: nil) else { return }
        if contents.number < number {
            _ = try await record.note(number, .signedIn, user: Login.User.Snapshot?.none)
        } else {
            try await record.release(.writing)
        }
    }
}
