import Granary
import GranaryAccounts
import GranaryConformance

/// A server in memory whose refresh tokens serve once, and that answers as a promise tells it.
final class TravelServer: Sendable {
    /// What it can be asked.
    enum Call: Hashable, Sendable {
        case signIn, refresh, signOut
    }

    /// How it answers; without a script as it should.
    enum Answer: Sendable {
        case right
        /// It cannot be reached.
        case offline
        /// It does not take the credential.
        case refusal
        /// It takes the credential, and answers for somebody else.
        case otherUser
        /// It takes the credential, and answers when the gate opens, whether or not anybody still waits.
        case late(TaskGate)
        /// It never answers, until the task is cancelled.
        case never
        /// It does something first.
        case after(@Sendable () async throws -> Void)
    }

    /// What a user has from the server.
    struct Tokens: Codable, Sendable, Equatable {
        let access: Int
        let refresh: Int
        let secret: String
    }

    struct Offline: Error {}

    /// What each credential contains, for searches of it.
    static let secret = "hunter2-token"

    private struct State: Sendable {
        var scripts: [Call: [Answer]] = [:]
        var calls: [Call: Int] = [:]
        var lastToken = 0
        var validRefreshTokens: Set<Int> = []
        var validAccessTokens: Set<Int> = []
        /// The last access token that is known to be too old.
        var lastExpired = 0
        var asksAtStart = false
        var user = Traveller("ada", name: "Ada").snapshot
    }

    private let state = WatchedState(State())

    // MARK: Arranging

    /// Scripts the next answers to a call.
    func answer(_ call: Call, with answers: Answer...) {
        state.withLock { $0.scripts[call, default: []] += answers }
    }

    /// Says who signs in next.
    func expect(_ email: String, name: String? = nil) {
        let user = Traveller(email, name: name ?? "name of \(email)").snapshot
        state.withLock { $0.user = user }
    }

    /// Lets all access tokens grow too old, and clients know it.
    func expire() { state.withLock { $0.lastExpired = $0.lastToken } }

    /// Takes no present access token any more, which clients do not know.
    func revokeAccess() { state.withLock { $0.validAccessTokens = [] } }

    /// Takes no present refresh token any more.
    func revokeRefresh() { state.withLock { $0.validRefreshTokens = [] } }

    /// Has clients refresh what was restored.
    func askAtStart() { state.withLock { $0.asksAtStart = true } }

    // MARK: Looking

    /// How often it was asked.
    func count(_ call: Call) -> Int { state.withLock { $0.calls[call] ?? 0 } }

    /// Waits until it was asked so often.
    func reach(_ call: Call, _ count: Int = 1) async { await state.wait { ($0.calls[call] ?? 0) < count } }

    /// Whether it takes a refresh token.
    func takes(_ tokens: Tokens) -> Bool { state.withLock { $0.validRefreshTokens.contains(tokens.refresh) } }

    /// Answers a request that needs an access token.
    func get(_ tokens: Tokens) throws -> Int {
        let isValid = state.withLock { $0.validAccessTokens.contains(tokens.access) }
        if !isValid { throw CredentialRefused() }
        return tokens.access
    }

    // MARK: Answering

    /// Makes tokens for a user who has signed in.
    func issue() -> Tokens {
        state.withLock { state in
            state.lastToken += 1
            state.validAccessTokens.insert(state.lastToken)
            state.validRefreshTokens.insert(state.lastToken)
            return Tokens(
                access: state.lastToken, refresh: state.lastToken,
                secret: "\(Self.secret)-\(state.lastToken)")
        }
    }

    /// The answer to a sign-in that the program makes itself.
    func signedIn() -> SignInAnswer<Traveller, Tokens> { SignInAnswer(state.withLock { $0.user }, issue()) }

    fileprivate func begin(_ call: Call) -> Answer {
        state.change { state in
            state.calls[call, default: 0] += 1
            guard let script = state.scripts[call], let answer = script.first else { return .right }
            state.scripts[call] = Array(script.dropFirst())
            return answer
        }
    }

    fileprivate func exchange(_ tokens: Tokens) throws -> Tokens {
        let isValid = state.withLock { $0.validRefreshTokens.remove(tokens.refresh) != nil }
        if !isValid { throw CredentialRefused() }
        return issue()
    }

    fileprivate func end(_ tokens: Tokens) {
        _ = state.withLock { $0.validRefreshTokens.remove(tokens.refresh) }
    }

    fileprivate func isOld(_ tokens: Tokens, atStart: Bool) -> Bool {
        state.withLock { tokens.access <= $0.lastExpired || atStart && $0.asksAtStart }
    }
}

/// The client of the server.
struct TravelClient: Authenticator {
    typealias Tokens = TravelServer.Tokens

    let server: TravelServer

    func signIn() async throws -> SignInAnswer<Traveller, Tokens> {
        try await answer(.signIn) { server.signedIn() }
    }

    func needsRefresh(_ user: Traveller.Snapshot, _ tokens: Tokens, atStart: Bool) -> Bool {
        server.isOld(tokens, atStart: atStart)
    }

    func refresh(
        _ user: Traveller.Snapshot, _ tokens: Tokens
    ) async throws -> SignInAnswer<Traveller, Tokens> {
        try await answer(.refresh) { SignInAnswer(user, try server.exchange(tokens)) }
    }

    func signOut(_ user: Traveller.Snapshot, _ tokens: Tokens) async throws {
        switch server.begin(.signOut) {
        case .offline: throw TravelServer.Offline()
        case .refusal: throw CredentialRefused()
        case .never: try await ContinuousClock().sleep(for: .seconds(3_600))
        case .late(let gate): await gate.wait()
        case .after(let body): try await body()
        case .right, .otherUser: break
        }
        server.end(tokens)
    }

    private func answer(
        _ call: TravelServer.Call, _ right: () throws -> SignInAnswer<Traveller, Tokens>
    ) async throws -> SignInAnswer<Traveller, Tokens> {
        switch server.begin(call) {
        case .right: return try right()
        case .offline: throw TravelServer.Offline()
        case .refusal: throw CredentialRefused()
        case .otherUser:
            var answer = try right()
            answer.user = Traveller("mallory").snapshot
            return answer
        case .late(let gate):
            let answer = try right()
            await gate.wait()
            return answer
        case .never:
            try await ContinuousClock().sleep(for: .seconds(3_600))
            return try right()
        case .after(let body):
            try await body()
            return try right()
        }
    }
}
