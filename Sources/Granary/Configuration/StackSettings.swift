/// How a stack works.
public struct StackSettings: Sendable, Hashable {
    /// The number of threads on which units of work run, at least 1.
    public var workers = 4
    /// The number of general actions that run at the same time, at least 1; they share the threads with other work.
    public var generalActions = 2
    /// Whether contexts merge the saves of others, until `PersistentStack.mergesAutomatically` is set.
    public var automaticMerge = true
    /// Whether access to a relationship that is not loaded is an error instead of a load.
    public var strictLoading = false
    /// Whether `mainContext` refuses to save, until `PersistentStack.isMainContextReadOnly` is set.
    public var mainContextIsReadOnly = false

    /// The values of the sections of modules, by their names (``Schema/sections``).
    public var sections: [String: SectionValues] = [:]

    /// Makes the default settings.
    public init() {}
}
