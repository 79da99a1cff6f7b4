public import Granary

/// Something that a graph should have and does not have.
public struct GraphGap: Sendable {
    /// Why it is not there.
    public enum Reason: Sendable {
        /// There is no such object: neither here nor, for a synced model, at the server.
        case notFound
        /// The store does not have it, or not all of it, and the server was not asked, has not served it, or could not be
        /// reached, as the error says.
        case incomplete(GranaryError?)
        /// The server, or a program's own way to read a part, has answered with an error.
        case failed(GranaryError)
    }

    /// The name of the model.
    public let model: String
    /// The key of the object; `nil` where it is not known which objects are missing.
    public let key: ObjectKey?
    /// The path from the roots, such as `remarks.author`; empty for a root.
    public let path: String
    /// Why it is not there.
    public let reason: Reason

    /// Whether a reader would see no difference.
    func isEqual(to other: GraphGap) -> Bool {
        model == other.model && key == other.key && path == other.path && reason.isEqual(to: other.reason)
    }
}

extension GraphGap.Reason {
    /// Whether it is an error, which is reported even if the object is there.
    var isFailure: Bool { if case .failed = self { true } else { false } }

    /// The error that it carries, if there is one.
    var error: GranaryError? {
        switch self {
        case .notFound: nil
        case .incomplete(let error): error
        case .failed(let error): error
        }
    }

    /// Whether a reader would see no difference.
    fileprivate func isEqual(to other: GraphGap.Reason) -> Bool {
        switch (self, other) {
        case (.notFound, .notFound): true
        case (.incomplete, .incomplete), (.failed, .failed):
            error?.code == other.error?.code && error?.message == other.error?.message
        default: false
        }
    }
}
