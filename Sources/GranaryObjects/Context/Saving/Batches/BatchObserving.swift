/// Collects the rows that a batch writes, of a model that is not known.
protocol BatchObserving: AnyObject {
    /// Begins an attempt, without rows.
    func begin()
    /// The rows of the attempt, once it is committed.
    func changes(at number: Int64) -> ObservedRows
}
