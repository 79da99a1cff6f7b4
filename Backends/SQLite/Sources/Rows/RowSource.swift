internal import GranaryStore
internal import GranarySQL

/// Gives a cursor's statement the next part of a long list of keys.
protocol RowSource: AnyObject {
    /// Sets the statement's parameters for the next keys; false when none are left.
    func bindNext() throws -> Bool
}
