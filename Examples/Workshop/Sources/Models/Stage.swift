/// How far a repair is.
public enum Stage: String, Sendable, CaseIterable {
    case booked, repaired, ready, collected

    /// The stage after this one; `nil` after the last.
    public var next: Stage? {
        switch self {
        case .booked: .repaired
        case .repaired: .ready
        case .ready: .collected
        case .collected: nil
        }
    }
}
