/// How an action has ended.
public enum ActionOutcome: Sendable {
    /// Its closure returned, even if a cancellation was requested.
    case succeeded
    /// It could not begin, or its closure threw this error.
    case failed(any Error)
    /// It was cancelled before it began, or its closure threw after that; its unsaved changes are rolled back.
    case cancelled

    /// Whether the closure returned.
    public var isSuccess: Bool { if case .succeeded = self { true } else { false } }
    /// Whether the action was cancelled.
    public var isCancelled: Bool { if case .cancelled = self { true } else { false } }
    /// The error of an action that failed.
    public var error: (any Error)? { if case .failed(let error) = self { error } else { nil } }
}

extension ActionOutcome: CustomStringConvertible {
    /// The outcome in one word, with the code of an error but none of its text.
    public var description: String {
        switch self {
        case .succeeded: "succeeded"
        case .failed(let error as GranaryError): "failed (\(error.code.rawValue))"
        case .failed(let error): "failed (\(type(of: error)))"
        case .cancelled: "cancelled"
        }
    }
}
