internal import GranaryStore

/// The error inside a function that SQLite called.
final class FunctionFailure {
    /// The error, until it is thrown.
    var error: (any Error)?

    /// The error, which is then forgotten.
    func consume() -> (any Error)? {
        defer { error = nil }
        return error
    }
}
