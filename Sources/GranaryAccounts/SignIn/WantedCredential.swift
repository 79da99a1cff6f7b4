/// Which credential a caller wants.
enum WantedCredential: Sendable {
    /// One that the authenticator does not want to refresh first.
    case fresh
    /// Another one than that with this number.
    case newer(than: Int)
}
