import FoundationEssentials

/// What proves to the server who asks: the credential of an account.
struct Tokens: Codable, Sendable {
    /// Opens the server for some seconds.
    let access: String
    /// Is exchanged for other tokens, once.
    let refresh: String
    /// When the first one ends.
    let expires: Date
}

/// What the server answers to a sign-in and to a refresh.
struct Welcome: Codable, Sendable {
    let email: String
    let name: String
    let tokens: Tokens
}

/// What somebody types to sign in.
struct SignInForm: Codable, Sendable {
    let email: String
    let password: String
}
