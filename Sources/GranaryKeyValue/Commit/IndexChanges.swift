internal import GranaryStore

/// The changes of one index in a save so far.
final class IndexChanges {
    let index: IndexLayout
    /// The entries to remove and to add.
    let removed = EntryList()
    let added = EntryList()
    /// Whether removed entries have to be remembered: because the index is unique, or because rows that they refer to
    /// are deleted.
    let watchesRemoval: Bool

    init(_ index: IndexLayout, watchesRemoval: Bool) {
        self.index = index
        self.watchesRemoval = watchesRemoval
    }
}
