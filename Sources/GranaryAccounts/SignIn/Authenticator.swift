public import Granary

/// Says who the users of a program are: the face of the server that they sign in at.
///
/// An account has at most one of its calls at a time. A call has a time limit (``SignInSettings``), after which nobody
/// waits for it: its task is cancelled. Throw ``CredentialRefused`` where the server says that a credential is not valid
/// any more, and nothing else ever ends a sign-in: after any other error the account stays as it was.
///
/// Do not ask the account for a credential inside of a call; each call gets what it needs.
public protocol Authenticator<User>: Sendable {
    /// The model of the users, in a configuration whose store all accounts share.
    associatedtype User: Model
    /// What proves to the server who asks, such as tokens; kept in a ``SecretStore`` as JSON.
    ///
    /// `Never` where there is no sign-in.
    associatedtype Credential: Codable & Sendable

    /// Asks the person, and the server, for a user and their first credential.
    func signIn() async throws -> SignInAnswer<User, Credential>

    /// Whether a credential is to be refreshed before it is used.
    ///
    /// Called often, so it should only look at what it gets: the user as stored, the present credential, and whether the
    /// account was restored and nobody has used the credential yet.
    func needsRefresh(_ user: User.Snapshot, _ credential: Credential, atStart: Bool) -> Bool

    /// Exchanges a credential for a new one.
    ///
    /// An answer whose user equals the one that it got leaves the stored user as it is.
    func refresh(
        _ user: User.Snapshot, _ credential: Credential
    ) async throws -> SignInAnswer<User, Credential>

    /// Notifies the server that a credential is not used any more.
    func signOut(_ user: User.Snapshot, _ credential: Credential) async throws
}
