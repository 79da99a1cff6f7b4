/// How an account stands with the server, as its ``AccountRecord`` keeps it.
public enum SignInStanding: String, Codable, Sendable, CaseIterable {
    /// The user has signed out, or never signed in.
    case signedOut
    /// There is a credential.
    case signedIn
    /// The server has refused the last credential.
    case refused
}
