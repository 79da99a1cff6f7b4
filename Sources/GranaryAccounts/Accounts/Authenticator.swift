public import Granary

/// Says who the users of a program are.
public protocol Authenticator<User>: Sendable {
    /// The model of the users, in a configuration whose store all accounts share.
    associatedtype User: Model
}

/// No sign-in: the program knows by itself for whom it works, as a server does.
public struct NoSignIn<User: Model>: Authenticator {
    /// Makes one for a model of users.
    public init(_ users: User.Type) {}
}
