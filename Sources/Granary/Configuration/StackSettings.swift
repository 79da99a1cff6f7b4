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

    /// The time after which a stack that nobody uses closes its stores, until the next use opens them.
    ///
    /// At least a hundredth of a second; `nil` for a stack that keeps its stores open.
    ///
    /// Such a stack is `resting` (``StackStatus/Phase/resting``). The next unit of work, action, reader of a live query
    /// or of changes, or context that the program keeps opens the stores, and all uses that come until they are open
    /// wait, without a thread; only `makeContext` and the first use of `mainContext` block. If a store cannot be opened,
    /// they throw its error, the stack rests on, and the next use tries again. While it rests, others can move, replace
    /// and destroy its stores, and a purgeable one may be removed: it then opens empty (``StoreStatus/isNew``).
    ///
    /// Units of work, actions that wait or run, contexts that the program keeps, `mainContext` from its first use on, and
    /// readers of live queries and changes are use. `health` is not. Stores that keep nothing when they are closed, as
    /// those in memory, stay open.
    public var restsAfter: Duration?

    /// Whether the stack notes when it is used although it does not rest by itself.
    package var tracksUse = false

    /// The name of the place of the account that the stack is of, which its reports carry; `nil` for any other stack.
    package var accountPlace: String?

    /// Whether the ends of uses are noted.
    var notesUse: Bool { restsAfter != nil || tracksUse }

    /// The values of the sections of modules, by their names (``Schema/sections``).
    public var sections: [String: SectionValues] = [:]

    /// Makes the default settings.
    public init() {}
}
