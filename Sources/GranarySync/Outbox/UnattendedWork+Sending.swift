public import Granary

extension UnattendedError.Work {
    /// Writes are sent to a server, or what has become of them is noted; it is tried again.
    public static let sending = UnattendedError.Work(rawValue: "sending")
}
