import ArgumentParser
import Granary

/// The document that `migrations --json` prints.
struct MigrationsDocument: Codable, Sendable, Equatable {
    /// The version of the program's models, where it has any.
    var fingerprint: String?
    var stores: [StoreHistory]
    /// The place of the copy that was deleted.
    var dropped: String?
}
