public import Granary

/// Says who the users of a program are.
public protocol Authenticator<User>: Sendable {
    /// The model of the users, in a configuration whose store all accounts share.
    associatedtype User: Model
}
