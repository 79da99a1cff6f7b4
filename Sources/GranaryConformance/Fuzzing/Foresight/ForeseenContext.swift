import Granary

/// What is known of one context of a program.
struct ForeseenContext {
    /// Whether only the context has changed its stores, or its parent, since it reached their state.
    var isAlone = true
    /// The objects that were stored since then by others, and may be hidden in it.
    var recent: Set<ObjectName> = []
    /// The objects that the program itself has deleted and moved since the last save.
    var named: Set<ObjectName> = []
    /// The position of the oldest state of the store that it may show.
    var oldest = 0
    /// Whether it has met a conflict: once its changes are undone, objects are reloaded from a new snapshot.
    var isInConflict = false
    /// Whether its save was refused, maybe for a key that others have taken: stored objects then refer to the new object
    /// of that key, which has no members.
    var isRefused = false
    /// Its content where its steps to undo began and ended.
    var steps = ShownSteps()
}

/// The contents of a context where its steps to undo began and ended, as long as nothing but its own changes has
/// happened since.
struct ShownSteps {
    /// The step that has begun.
    var open: Int?
    var beginnings: [Int: [[Value]]] = [:]
    var ends: [Int: [[Value]]] = [:]

    /// Forgets the recorded contents, because the context may now show another state of its store or parent.
    mutating func forget() { (beginnings, ends) = ([:], [:]) }
}

/// What a new context shows.
struct StoredContent {
    var rows: [[Value]] = []
    var names: Set<ObjectName> = []
}

/// The content that is expected when a context saves.
struct ForeseenContent {
    let position: Int
    /// The context that the changes end in: the parent of a child that keeps to it, else one of the stores.
    let target: Int
    /// Whether a child keeps to its parent.
    let keepsToParent: Bool
    /// The content of the context; `nil` where others may have changed it.
    let wanted: [[Value]]?
    let isUndisturbed: Bool
    let before: StoredContent
    /// Whether there were steps during the save, and the content after them, if it is known.
    var hasMeanwhile = false
    var left: [[Value]]?
}
