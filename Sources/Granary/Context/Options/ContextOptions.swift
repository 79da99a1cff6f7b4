/// How a context behaves.
public struct ContextOptions: Sendable {
    /// What a save does when others changed the same objects.
    public var mergePolicy: MergePolicy = .error
    /// Whether access to a relationship that is not loaded is an error instead of a load.
    public var strictLoading = false
    /// What becomes of saves.
    public var saves: SaveRule = .write
    /// Whether the save of a child is followed by a save of its parent.
    public var savesThroughParent = false
    /// How many times `perform` repeats its closure, in a new context, when it fails with a retryable error
    /// before it has saved anything.
    ///
    /// Such errors are conflicts, deadlocks, lost connections and the like, as
    /// ``GranaryError/Code/isRetryable`` says, and ``GranaryError/Code/constraint`` where a save meets a primary key
    /// or a unique value that a stored object has: another unit of work may have stored it since this one looked.
    /// What the closure does besides its context is then done again.
    public var retries = 0
    /// Whether reads see the newest state each time, instead of one snapshot until the next save.
    package var readsNewest = false
    /// Whether the context takes in what others save.
    package var mergesChanges = true

    /// Makes the options of a background unit of work: conflicts are errors, relationships load themselves.
    public init() {}

    /// What becomes of saves.
    public enum SaveRule: String, Sendable, Hashable {
        /// They are written.
        case write
        /// They throw; the context is for reading.
        case refuse
        /// They are dropped, and a warning is logged.
        case drop
    }
}
