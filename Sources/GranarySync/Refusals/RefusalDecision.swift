public import Granary

/// A decision about a write that the server does not carry out.
public struct RefusalDecision: Sendable, Hashable {
    enum Kind: Sendable, Hashable {
        case keep, takeRemote, undo
        case replace([String: Value])
    }

    let kind: Kind

    /// The values of this side stay, and are sent again with the state that the server holds as their base; an object
    /// that is gone there is sent as a new one.
    public static let keep = RefusalDecision(kind: .keep)
    /// The write is given up, and the object takes the server's values, or where they are not known the values from
    /// before the write; what later writes have changed stays.
    ///
    /// An object that is gone at the server, or that the server never had, is deleted here.
    public static let takeRemote = RefusalDecision(kind: .takeRemote)
    /// The write and all later ones that build on it are undone, in one save.
    public static let undo = RefusalDecision(kind: .undo)
    /// The object gets other values by the names of its properties, and they are sent instead.
    public static func replace(_ values: [String: Value]) -> RefusalDecision {
        RefusalDecision(kind: .replace(values))
    }
}
