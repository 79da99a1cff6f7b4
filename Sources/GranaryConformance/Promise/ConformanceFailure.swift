/// How a promise was broken.
public struct ConformanceFailure: Error, Sendable {
    /// The kinds of failures.
    public enum Kind: String, Sendable, Hashable {
        /// An expectation did not hold.
        case broken
        /// The store or the framework threw an unexpected error.
        case threw
        /// The promise was not kept in the time allowed.
        case late
        /// The stack could not be set up for the promise.
        case setUp
    }

    /// The kind of failure.
    public var kind: Kind
    /// The expected and the actual result.
    public var message: String
    /// The underlying error, if there is one.
    public var cause: (any Error)?

    /// Makes a failure.
    public init(_ kind: Kind, _ message: String, cause: (any Error)? = nil) {
        self.kind = kind
        self.message = message
        self.cause = cause
    }
}

extension ConformanceFailure: CustomStringConvertible {
    /// The kind, the message and the underlying error.
    public var description: String {
        "\(kind.rawValue): \(message)" + (cause.map { " — \($0)" } ?? "")
    }
}
