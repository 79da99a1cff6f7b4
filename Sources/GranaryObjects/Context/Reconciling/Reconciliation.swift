/// The outcome of reconciling stored rows with a list, in numbers of rows.
public struct Reconciliation: Sendable, Hashable {
    /// The rows of the list that were missing and are inserted.
    public var inserted = 0
    /// The rows that differed from the list, and are changed.
    public var updated = 0
    /// The rows that equal the list; nothing is written for them.
    public var unchanged = 0
    /// The rows that the list does not hold, and that are deleted.
    public var deleted = 0
    /// The rows that differ from the list or that it lacks, and that stay unchanged: because of the condition `unless`,
    /// or because missing rows are not deleted.
    public var kept = 0

    /// Makes counts of zero.
    public init() {}

    /// Whether the rows were equal to the list, except for those that are kept.
    public var isEmpty: Bool { inserted + updated + deleted == 0 }
}
