public import FoundationEssentials

/// The numbers of writes that the server has not accepted.
public struct OutboxCounts: Sendable, Hashable {
    /// Writes that stay here until they are released.
    public internal(set) var held = 0
    /// Writes that are to be sent, or were sent without an answer so far.
    public internal(set) var waiting = 0
    /// Writes that the server has refused.
    public internal(set) var refused = 0
    /// When the oldest of them was saved, by the clock of the machine; `nil` if there are none.
    public internal(set) var oldest: Date?

    /// Whether there are none.
    public var isEmpty: Bool { held == 0 && waiting == 0 && refused == 0 }
}
