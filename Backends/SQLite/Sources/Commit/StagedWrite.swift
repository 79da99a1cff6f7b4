internal import GranaryStore
internal import GranarySQL

/// A write transaction that is carried out and checked, but not committed; it holds the right to write.
struct StagedWrite {
    /// The number of the save.
    let version: Int64
    /// The keys to remember once it is committed.
    let keys: [String: Int64]
    /// Whether it was given more memory for pages.
    let isLarge: Bool
}
