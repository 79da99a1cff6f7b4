public import Granary

/// What a server answers to a sign-in or a refresh: who the user is, and their credential.
public struct SignInAnswer<User: Model, Credential: Sendable>: Sendable {
    /// The user, who is stored as they are here.
    public var user: User.Snapshot
    /// The new credential.
    public var credential: Credential

    /// Makes an answer.
    public init(_ user: User.Snapshot, _ credential: Credential) {
        self.user = user
        self.credential = credential
    }
}

extension SignInAnswer: CustomStringConvertible, CustomReflectable {
    /// The model of the user; neither the user nor the credential.
    public var description: String { "the answer for a \(User.modelDescription.name)" }

    /// The description only, so that `dump` and debuggers do not show the credential.
    public var customMirror: Mirror { Mirror(self, children: [("about", description)]) }
}
