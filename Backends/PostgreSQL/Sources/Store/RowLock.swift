internal import GranaryStore
internal import GranarySQL

/// How strongly a row is locked.
enum RowLock: String {
    /// It is to be deleted.
    case delete = "UPDATE"
    /// It is to be changed, but not its key.
    case update = "NO KEY UPDATE"
    /// It must not change.
    case require = "SHARE"
}
