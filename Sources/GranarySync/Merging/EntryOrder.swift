import FoundationEssentials
import Granary

/// The order of unsettled writes.
enum EntryOrder {
    /// Whether a write was saved before another, or comes before it in the same save.
    ///
    /// The numbers of saves come from the store. A clock may have been set back, and identifiers are made before the
    /// store decides which save comes first.
    static func precedes(_ left: SyncEntry, _ right: SyncEntry) -> Bool {
        if (left.order, left.place) != (right.order, right.place) {
            return (left.order, left.place) < (right.order, right.place)
        }
        // Commands of one save, in the order in which they were made.
        return left.id.uuidString < right.id.uuidString
    }
}
