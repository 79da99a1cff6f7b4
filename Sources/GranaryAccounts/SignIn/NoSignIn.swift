public import Granary

/// No sign-in: the program knows by itself for whom it works, as a server does.
public struct NoSignIn<User: Model>: Authenticator {
    /// Makes one for a model of users.
    public init(_ users: User.Type) {}

    /// There is no sign-in.
    ///
    /// - Throws: ``GranaryError/Code/unsupported``, always.
    public func signIn() async throws -> SignInAnswer<User, Never> { throw GranaryError.withoutSignIn }

    /// There is no credential.
    public func needsRefresh(_ user: User.Snapshot, _ credential: Never, atStart: Bool) -> Bool {}

    /// There is no credential.
    public func refresh(
        _ user: User.Snapshot, _ credential: Never
    ) async throws -> SignInAnswer<User, Never> {}

    /// There is no credential.
    public func signOut(_ user: User.Snapshot, _ credential: Never) async throws {}
}
