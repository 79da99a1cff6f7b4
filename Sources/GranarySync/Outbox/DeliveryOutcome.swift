/// The end of a write or a command.
public enum DeliveryOutcome: Sendable, Hashable {
    /// The server has carried it out, or it has become one with another write.
    case accepted
    /// The server does not carry it out, for the reason that it has given; a decision may still change that.
    case refused(String)
    /// A later command with the same name and key has taken its place.
    case superseded
    /// The program has given it up by ``Outbox/cancel(where:)``.
    case cancelled
}
