internal import Granary
internal import GranaryAccounts
internal import Workload

extension AccountRow {
    /// What is compared with nothing: credentials and modules.
    static let parts = [
        AccountRow("a fresh credential", limit: 2_000, of: 100_000) { directory, _ in
            let schema = try Travel.schema()
            let accounts = try await Accounts.open(
                schema, configuration: Travel.configuration(in: directory, schema),
                backends: Travel.backends, authenticator: Tokens(), secrets: MemorySecrets())
            let account = try await accounts.signIn()
            let outcome = try await Outcome {
                var sum: Int64 = 0
                for _ in 0..<100_000 {
                    sum += try await account.withCredential { Int64($0.text.utf8.count) }
                }
                return sum
            }
            try await accounts.close()
            return outcome
        },
        AccountRow("starting and stopping 100 modules without work", limit: 5_000_000, of: 20) { _, _ in
            let modules = Modules(Idling.hundred())
            return try await Outcome {
                for _ in 0..<20 {
                    let running = try await modules.start()
                    try running.report.check()
                    await running.stop()
                }
                return 20
            }
        },
    ]
}

/// A server whose credentials last.
private struct Tokens: Authenticator {
    struct Token: Codable, Sendable {
        let text: String
    }

    func signIn() async throws -> SignInAnswer<Traveller, Token> {
        SignInAnswer(Traveller.numbered(0), Token(text: "token"))
    }

    func needsRefresh(_ user: Traveller.Snapshot, _ credential: Token, atStart: Bool) -> Bool { false }

    func refresh(
        _ user: Traveller.Snapshot, _ credential: Token
    ) async throws -> SignInAnswer<Traveller, Token> { SignInAnswer(user, credential) }

    func signOut(_ user: Traveller.Snapshot, _ credential: Token) async throws {}
}
