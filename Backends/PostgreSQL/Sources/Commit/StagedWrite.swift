internal import GranaryStore
internal import GranarySQL

/// A transaction that is carried out and checked, but not committed.
struct StagedWrite {
    /// The identifier of the save.
    let save: SaveIdentifier
    /// For each table whose largest integer key has grown, the next one after it.
    let keys: [String: Int64]
}
