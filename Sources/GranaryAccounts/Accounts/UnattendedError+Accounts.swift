public import Granary

extension UnattendedError.Work {
    /// An account that is forgotten is erased; that is tried again at the next start.
    public static let forgetting = UnattendedError.Work(rawValue: "forgetting")
    /// An account is sent to rest, as more are open than the limit allows; if all are in use, one more is open.
    public static let resting = UnattendedError.Work(rawValue: "resting")
}
