public import Granary

/// No sign-in: the program knows by itself for whom it works, as a server does.
public struct NoSignIn<User: Model>: Authenticator {
    /// Makes one for a model of users.
    public init(_ users: User.Type) {}
}
