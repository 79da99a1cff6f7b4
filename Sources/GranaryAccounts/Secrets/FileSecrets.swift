import Granary

/// Keeps each credential in a separate file, which only its owner can read.
///
/// Files have mode 0600 in directories of mode 0700, and are replaced as a whole and synchronized. One that others may
/// read, or that is a link, is refused with ``GranaryError/Code/denied`` and the remedy, since somebody else may have
/// read or put it there. Reading and writing happen on a separate thread, so that no task waits for a disk.
public final class FileSecrets: SecretStore {
    /// The directory of the files; made when the first secret is stored.
    public let directory: String
    private let pool = WorkerPool(size: 1, name: "granary-secrets")

    /// Uses a directory, which nothing else should be in.
    public init(directory: String) { self.directory = directory }

    /// The secret of an account.
    ///
    /// - Throws: ``GranaryError/Code/denied`` for a file that is not the owner's alone; the error of the operating system.
    public func secret(at place: String) async throws -> [UInt8]? {
        let file = SecretFile(directory, place)
        return try await pool.run { try file.read() }
    }

    /// Stores a secret in place of the former one.
    ///
    /// - Throws: ``GranaryError/Code/full``; ``GranaryError/Code/denied``; the error of the operating system.
    public func store(_ secret: [UInt8], at place: String) async throws {
        let file = SecretFile(directory, place)
        try await pool.run { try file.replace(with: secret) }
    }

    /// Removes the secret of an account.
    ///
    /// - Throws: the error of the operating system.
    public func remove(at place: String) async throws {
        let file = SecretFile(directory, place)
        try await pool.run { try file.remove() }
    }
}
