import FoundationEssentials
import Synchronization

/// Whom the server knows, and the tokens that it has given out; keeps them while the server is stopped.
final class TokenDesk: Sendable {
    private struct State {
        /// Whose each access token is, and until when.
        var access: [String: (email: String, expires: Date)] = [:]
        /// Whose each refresh token is that was not used yet.
        var refresh: [String: String] = [:]
        var refreshes = 0
    }

    /// The seconds that an access token lasts.
    static let seconds = 5.0
    private static let people = ["ada@example.org": "Ada", "ben@example.org": "Ben"]

    private let now: @Sendable () -> Date
    private let state = Mutex(State())

    /// Measures the life of tokens by a clock.
    init(now: @escaping @Sendable () -> Date) { self.now = now }

    /// How often tokens were exchanged.
    var refreshes: Int { state.withLock { $0.refreshes } }

    /// Tokens for somebody who is known; `nil` with a wrong password, which is not the email spelled backwards.
    func signIn(_ form: SignInForm) -> Welcome? {
        guard let name = Self.people[form.email], form.password == String(form.email.reversed()) else {
            return nil
        }
        return state.withLock { issue(form.email, name, &$0) }
    }

    /// Other tokens for a refresh token; `nil` for one that has served, or that nobody has.
    func exchange(_ token: String) -> Welcome? {
        state.withLock { state in
            guard let email = state.refresh.removeValue(forKey: token), let name = Self.people[email] else {
                return nil
            }
            state.refreshes += 1
            return issue(email, name, &state)
        }
    }

    /// Takes a refresh token no longer.
    func signOut(_ token: String) { state.withLock { _ = $0.refresh.removeValue(forKey: token) } }

    /// Whether an access token opens the server now.
    func admits(_ token: String) -> Bool {
        state.withLock { state in state.access[token].map { now() < $0.expires } ?? false }
    }

    private func issue(_ email: String, _ name: String, _ state: inout State) -> Welcome {
        let expires = now().addingTimeInterval(Self.seconds)
        let tokens = Tokens(access: UUID().uuidString, refresh: UUID().uuidString, expires: expires)
        state.access[tokens.access] = (email, expires)
        state.refresh[tokens.refresh] = email
        return Welcome(email: email, name: name, tokens: tokens)
    }
}
