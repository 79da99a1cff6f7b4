/// Why a server does not carry a write out.
public enum RefusalCause: String, Codable, Sendable, Hashable {
    /// It does not want the write.
    case refused
    /// It holds another state of the object than the write was made for.
    case conflict
    /// It does not have the object any more.
    case gone
}
