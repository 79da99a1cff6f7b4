public import Granary

extension UnattendedError.Work {
    /// A module is started behind the start of the essential ones, or for an account, and does not run, nor do those that need
    /// it; or a module of an account is stopped, and nobody waits for it any longer.
    public static let modules = UnattendedError.Work(rawValue: "modules")
}
