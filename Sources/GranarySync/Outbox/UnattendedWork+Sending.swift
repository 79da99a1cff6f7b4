public import Granary

extension UnattendedError.Work {
    /// Writes are sent to a server, or what has become of them is noted; it is tried again.
    public static let sending = UnattendedError.Work(rawValue: "sending")
    /// The rows of a query are taken from a server behind a call that the store has answered.
    public static let refreshing = UnattendedError.Work(rawValue: "refreshing")
}
