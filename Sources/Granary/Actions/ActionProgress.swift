/// The progress of an action, as set by its closure.
public struct ActionProgress: Sendable, Hashable {
    /// How many units of work are done.
    public var completed: Int
    /// How many there are in all; `nil` while unknown.
    public var total: Int?

    /// Makes a progress; unless given, nothing is done and the total is unknown.
    public init(completed: Int = 0, total: Int? = nil) {
        self.completed = completed
        self.total = total
    }

    /// The completed part, from 0 to 1; `nil` while the total is unknown.
    ///
    /// A total of 0 is complete from the start.
    public var fraction: Double? {
        guard let total else { return nil }
        return total <= 0 ? 1 : min(max(Double(completed) / Double(total), 0), 1)
    }
}
