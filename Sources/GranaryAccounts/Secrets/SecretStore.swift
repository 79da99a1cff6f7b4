/// Keeps the credentials of accounts, apart from all stores, copies and archives.
///
/// ``FileSecrets`` and ``MemorySecrets`` are there; a program that has a safer place, such as a key ring, brings its own.
/// Secrets are named by the place of their account, which says nothing about the user. Any thread calls it, and one call
/// for an account at a time writes.
public protocol SecretStore: Sendable {
    /// The secret of an account, as it was stored last; `nil` if there is none.
    ///
    /// Throw for one that cannot be read at present: it is tried again.
    func secret(at place: String) async throws -> [UInt8]?

    /// Stores a secret in place of the former one, as a whole and durably before it returns: after a crash, the one or
    /// the other is there.
    func store(_ secret: [UInt8], at place: String) async throws

    /// Removes the secret of an account; does nothing if there is none.
    func remove(at place: String) async throws
}
