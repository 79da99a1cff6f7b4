/// How far the writes of an object are on their way to the server.
public enum DeliveryState: Sendable, Hashable {
    /// Nothing of the object waits: the server has accepted all of it, or it never was to be sent.
    case settled
    /// Writes stay here until they are released.
    case held
    /// Writes are to be sent, or were sent without an answer so far.
    case waiting
    /// The server has refused a write, for the reason that it has given; later ones of the object wait for a decision.
    case refused(String)
}
