internal import GranaryStore

/// Rows to add to one order, with their keys.
///
/// The run keeps its rows itself, from the time each is made and still cached, so that building nodes of them moves
/// references and touches no row. Used by one thread.
final class RowRun {
    /// A row with its abbreviated key.
    struct Entry {
        private let high: UInt64
        private let low: UInt64
        /// The rest of the leading columns that does not fit the key; see ``AbbreviatedKey/remainder``.
        let remainder: UInt64
        /// The row; the run has one reference to it until it is taken.
        let row: Unmanaged<StoredRow>

        init(_ key: UInt128, remainder: UInt64, _ row: Unmanaged<StoredRow>) {
            high = UInt64(truncatingIfNeeded: key >> 64)
            low = UInt64(truncatingIfNeeded: key)
            self.remainder = remainder
            self.row = row
        }

        @inline(__always) var key: UInt128 { UInt128(high) << 64 | UInt128(low) }
    }

    let order: RowOrder
    /// The entries in the order in which they were added.
    @exclusivity(unchecked) private(set) var entries: UnsafeMutablePointer<Entry>
    @exclusivity(unchecked) private var room: Int
    /// How many rows there are.
    @exclusivity(unchecked) private(set) var count = 0
    /// The position of the first row that has not been taken.
    @exclusivity(unchecked) private(set) var next = 0
    /// Whether every row was larger than the one before, including those already taken.
    @exclusivity(unchecked) private(set) var isAscending = true
    /// The bits in which keys differ, and the same for their part of the leading columns.
    @exclusivity(unchecked) private(set) var differing: (whole: UInt128, leading: UInt128) = (0, 0)
    /// Whether the leading columns of every row fit its key.
    @exclusivity(unchecked) private(set) var isWhole = true
    @exclusivity(unchecked) private var first: (whole: UInt128, leading: UInt128)?
    @exclusivity(unchecked) private var last: Entry?
    /// Sorts the entries, if they are out of order.
    @exclusivity(unchecked) private var sorting: RunSorting?

    init(_ order: RowOrder, room: Int) {
        self.order = order
        self.room = max(room, 1)
        entries = .allocate(capacity: self.room)
    }

    deinit {
        for position in next..<count { self[position].row.release() }
        entries.deallocate()
    }

    /// Adds a row behind the others.
    func append(_ row: StoredRow) {
        if count == room { grow() }
        let (key, leading) = order.abbreviations(of: row)
        let entry = Entry(key.bits, remainder: key.remainder, .passRetained(row))
        if isAscending, let last, !precedes(last, entry) { isAscending = false }
        if key.remainder != 0 { isWhole = false }
        let first = first ?? (key.bits, leading)
        differing.whole |= key.bits ^ first.whole
        differing.leading |= leading ^ first.leading
        (self.first, last) = (first, entry)
        (entries + count).initialize(to: entry)
        count += 1
    }

    private func grow() {
        let larger = UnsafeMutablePointer<Entry>.allocate(capacity: room * 2)
        larger.moveInitialize(from: entries, count: count)
        entries.deallocate()
        (entries, room) = (larger, room * 2)
    }

    /// Whether one entry comes before another.
    @inline(__always) func precedes(_ left: Entry, _ right: Entry) -> Bool {
        left.key != right.key ? left.key < right.key : rowPrecedes(left, right)
    }

    @inline(never) private func rowPrecedes(_ left: Entry, _ right: Entry) -> Bool {
        left.row._withUnsafeGuaranteedRef { left in
            right.row._withUnsafeGuaranteedRef { order.compare(left, $0) == .less }
        }
    }

    /// The entry at a position, which is at or behind ``next``.
    subscript(position: Int) -> Entry {
        @inline(__always) get { entries[sorting.map { $0[position] } ?? position] }
    }

    /// Puts the entries in another sequence; they are not moved.
    func arrange(_ sorting: RunSorting) { self.sorting = sorting }

    /// Puts the entries themselves in order.
    func sortByComparing() {
        sorting = nil
        var all = UnsafeMutableBufferPointer(start: entries, count: count)
        all.sort(by: precedes)
    }

    /// Records that the rows before a position have been taken, with the run's references to them.
    func take(upTo position: Int) { next = position }

    /// Begins again without rows; a tree has taken all of them and keeps them.
    func removeTaken() {
        guard next == count else { return }
        (next, count, sorting) = (0, 0, nil)
    }
}
