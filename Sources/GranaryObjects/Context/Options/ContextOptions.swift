/// How a context behaves.
public struct ContextOptions: Sendable {
    /// How a save resolves conflicts with the saves of others.
    public var mergePolicy: MergePolicy = .error
    /// Whether access to a relationship that is not loaded is an error, instead of loading it.
    public var strictLoading = false
    /// Whether saves are written, refused or dropped.
    public var saves: SaveRule = .write
    /// Whether the save of a child also saves its parent.
    public var savesThroughParent = false
    /// How many times `perform` repeats its closure, in a new context, when it fails with a retryable error
    /// before it has saved anything.
    ///
    /// Retryable errors are conflicts, deadlocks, lost connections and the like, as ``GranaryError/Code/isRetryable``
    /// says. ``GranaryError/Code/constraint`` counts too if a save meets a primary key or a unique value that a stored
    /// object has, or a reference or a pair to an object that is gone: another unit of work may have stored or deleted it
    /// since this one looked. Effects of the closure outside its context happen again.
    public var retries = 0
    /// The author of saves, for their observers; a name that the program chooses.
    ///
    /// A save that goes through parents to the stores is that of the child's author, if the child has one.
    public var author: String?
    /// Whether ``ContextStatistics`` measures how long the context reads and saves, which costs two looks at the clock
    /// for each operation.
    public var measuresTime = false
    /// Whether each read sees the newest state, instead of one snapshot until the next save.
    package var readsNewest = false
    /// Whether the context merges the saves of others.
    package var mergesChanges = true
    /// A switch that refuses saves while it is off; `nil` for a context without one.
    package var writing: AtomicSwitch?
    /// Commits the saves in the background; `nil` for a context that runs on a thread that may block, and for children.
    package var worker: (any CommitWorker)?
    /// Whether the context serves the main context alone, which takes back changes that could not be saved.
    package var isRoot = false
    /// Whether the captures of the schema are asked about saves to the stores.
    package var capturesSaves = true
    /// An option that the captures get with each save; `nil` for their default.
    package var captureChoice: (any Sendable)?
    /// Whether saves apply the backfills of the schema.
    package var fillsMissing = true

    /// Makes the options of a background unit of work: conflicts are errors, relationships are loaded on access.
    public init() {}

    /// A rule for saves.
    public enum SaveRule: String, Sendable, Hashable {
        /// They are written.
        case write
        /// They throw; the context is for reading.
        case refuse
        /// They are dropped, and the log gets a warning.
        case drop
    }
}
