/// How far an action has come, as its closure says.
public struct ActionProgress: Sendable, Hashable {
    /// How many units of work are done.
    public var completed: Int
    /// How many there are in all; `nil` while that is not known.
    public var total: Int?

    /// Makes a progress; nothing is done, and the total is not known, unless given.
    public init(completed: Int = 0, total: Int? = nil) {
        self.completed = completed
        self.total = total
    }

    /// The part that is done, from 0 to 1; `nil` while the total is not known.
    ///
    /// A total of nothing is done from the start.
    public var fraction: Double? {
        guard let total else { return nil }
        return total <= 0 ? 1 : min(max(Double(completed) / Double(total), 0), 1)
    }
}
