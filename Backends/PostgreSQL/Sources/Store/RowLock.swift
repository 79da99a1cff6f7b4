internal import GranaryStore
internal import GranarySQL

/// How strongly a row is locked.
enum RowLock: String {
    /// The row will be deleted.
    case delete = "UPDATE"
    /// The row will be changed, but not its key.
    case update = "NO KEY UPDATE"
    /// It must not change.
    case require = "SHARE"
}
