/// A server says that a credential is not valid.
///
/// Thrown by an ``Authenticator`` it ends the sign-in: the account is ``AccountState/refused``. Thrown inside of
/// ``Account/withCredential(_:)`` it makes the account refresh the credential and repeat the closure once.
public struct CredentialRefused: Error, Sendable {
    /// Makes one.
    public init() {}
}
