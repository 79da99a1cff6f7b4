/// Why an outbox sends nothing for now.
public enum OutboxPause: Sendable, Hashable {
    /// The program has paused it.
    case byProgram
    /// The server does not accept the credentials, for the reason that it has given.
    case unauthorized(String)
}
