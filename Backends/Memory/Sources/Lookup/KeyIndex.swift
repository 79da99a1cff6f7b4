internal import GranaryStore
internal import Synchronization

/// Finds the rows of one state of a table by key.
///
/// A reader that looks many rows up makes a ``KeyTable`` for all readers of the state; before, and where no such table
/// is possible, the tree is searched. A state that differs in few rows from one with a table keeps using that for all
/// other keys.
final class KeyIndex: Sendable {
    /// The table of this very state, retained; made at most once.
    private let own = Atomic<Unmanaged<KeyTable>?>(nil)
    /// Whether a thread makes the table, or none can.
    private let isClaimed = Atomic<Bool>(false)
    /// How many rows were looked up in the tree.
    private let searches = Atomic<Int>(0)
    /// The table of an earlier state, with the keys that have changed since.
    private let earlier: (table: KeyTable, changed: KeyFilter)?

    /// Begins without a table.
    init() { earlier = nil }

    /// Begins with the table of an earlier state, less the keys that have changed.
    init(_ table: KeyTable, changed: KeyFilter) { earlier = (table, changed) }

    deinit { own.load(ordering: .acquiring)?.release() }

    /// How many look-ups pay for a table: one per this number of rows.
    private static let rowsPerSearch = 16

    /// The answer without a search.
    enum Answer {
        case row(Unmanaged<StoredRow>?)
        case unknown
    }

    /// The row with a key, where a table knows; it is kept as long as the state this index belongs to.
    @inline(__always) func findAtOnce(_ key: ObjectKey) -> Answer {
        // A key may also be given as a list of one value, which only the tree understands.
        if case .compound = key { return .unknown }
        if let table = own.load(ordering: .acquiring) {
            return .row(table._withUnsafeGuaranteedRef { $0.find(key) })
        }
        if let earlier, !earlier.changed.mayContain(key) { return .row(earlier.table.find(key)) }
        return .unknown
    }

    /// The row with a key; the tree is that of the state this index belongs to, and keeps it.
    func find(_ key: ObjectKey, in tree: RowTree) -> Unmanaged<StoredRow>? {
        if case .row(let row) = findAtOnce(key) { return row }
        let searches = self.searches.add(1, ordering: .relaxed).newValue
        if searches > tree.count / Self.rowsPerSearch, KeyTable.serves(tree.order),
            !isClaimed.exchange(true, ordering: .relaxed), let table = KeyTable(tree)
        {
            own.store(.passRetained(table), ordering: .releasing)
        }
        return tree.find(key).map { .passUnretained($0) }
    }

    /// The newest table there is, with the keys that have changed since.
    var newest: (table: KeyTable, changed: KeyFilter)? {
        own.load(ordering: .acquiring).map { ($0.takeUnretainedValue(), KeyFilter()) } ?? earlier
    }
}

extension KeyTable {
    /// After how many changes a new table is worth its while.
    var mostChanges: Int { min(count / 8, KeyFilter.capacity) }
}
