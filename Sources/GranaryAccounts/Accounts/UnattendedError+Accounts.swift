public import Granary

extension UnattendedError.Work {
    /// An account that is forgotten is erased; that is tried again at the next start.
    public static let forgetting = UnattendedError.Work(rawValue: "forgetting")
}
