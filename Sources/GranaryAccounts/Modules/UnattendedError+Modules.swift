public import Granary

extension UnattendedError.Work {
    /// A module is started behind the start of the essential ones; it does not run, nor do those that need it.
    public static let modules = UnattendedError.Work(rawValue: "modules")
}
