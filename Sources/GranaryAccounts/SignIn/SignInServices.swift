import FoundationEssentials
import Granary

/// What the sign-ins of all accounts work with.
struct SignInServices<Login: Authenticator>: Sendable {
    let authenticator: Login
    let secrets: any SecretStore
    let settings: SignInSettings
    let clock: any Clock<Duration>
    /// Called at each step at which tests end the process.
    var reach: @Sendable (AccountPoint) -> Void = { _ in }
    /// Lets one sign-in of an unknown user through at a time.
    let gate = CallGate()

    /// Whether users sign in at all.
    var hasSignIn: Bool { Login.Credential.self != Never.self }

    /// Asks the person who they are.
    ///
    /// - Throws: the error of the authenticator as one of ours, also a refusal; ``GranaryError/Code/timeout``,
    ///   ``GranaryError/Code/cancelled``.
    func signIn() async throws -> SignInAnswer<Login.User, Login.Credential> {
        do {
            return try await call(.signIn, settings.signInLimit) { [authenticator] in
                try await authenticator.signIn()
            }
        } catch {
            throw GranaryError.call(.signIn, threw: error)
        }
    }

    /// Calls the authenticator with a time limit; `late` gets an answer that comes later.
    ///
    /// - Throws: ``CredentialRefused``; anything else as ``GranaryError``.
    func call<R: Sendable>(
        _ call: GranaryError.SignInCall, _ limit: Duration, _ body: @escaping @Sendable () async throws -> R,
        late: @escaping @Sendable (R) async -> Void = { _ in }
    ) async throws -> R {
        do {
            return try await LimitedCall.run(
                limit, clock, else: .late(call, limit: limit), body, late: late)
        } catch let error as CredentialRefused {
            throw error
        } catch {
            throw GranaryError.call(call, threw: error)
        }
    }
}
