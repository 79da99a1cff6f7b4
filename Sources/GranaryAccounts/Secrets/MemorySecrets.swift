import Granary
import Synchronization

/// Keeps credentials until the program ends; for tests, and for programs whose users are in memory too.
public final class MemorySecrets: SecretStore {
    private let secrets = Mutex<[String: [UInt8]]>([:])

    /// Makes an empty one.
    public init() {}

    /// The secret of an account.
    public func secret(at place: String) async throws -> [UInt8]? { secrets.withLock { $0[place] } }

    /// Stores a secret in place of the former one.
    public func store(_ secret: [UInt8], at place: String) async throws {
        secrets.withLock { $0[place] = secret }
    }

    /// Removes the secret of an account.
    public func remove(at place: String) async throws { secrets.withLock { $0[place] = nil } }
}

extension MemorySecrets: CustomStringConvertible, CustomReflectable {
    /// What it is, without what it holds.
    public var description: String { "secrets in memory" }

    /// The description only: `dump` and debuggers do not show the secrets.
    public var customMirror: Mirror { Mirror(self, children: [("about", description)]) }
}
