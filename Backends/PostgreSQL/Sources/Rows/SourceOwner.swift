internal import GranaryStore

/// The part of a session that a source of rows needs.
struct SourceOwner {
    /// The connection.
    let connection: Connection
    /// Translates a failure, and records its effect on the session.
    let failed: (any Error) -> any Error
    /// Throws when the session was interrupted.
    let check: () throws -> Void
}
