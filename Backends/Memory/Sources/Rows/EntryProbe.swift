internal import GranaryStore

/// A row to add to an order, with its known key.
struct EntryProbe: RowProbe {
    let row: StoredRow
    let order: RowOrder
    let bits: UInt128
    var lower: UInt128 { bits }
    var upper: UInt128 { bits }
    /// Rows with the same abbreviated key are compared; there is seldom one.
    var isExact: Bool { false }

    func compare(_ other: StoredRow) -> Ordering { order.compare(other, row) }
}
