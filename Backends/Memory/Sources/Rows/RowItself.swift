internal import GranaryStore

/// A whole row, to find its place.
struct RowItself: RowProbe {
    let row: StoredRow
    let order: RowOrder
    let bits: UInt128
    let isExact: Bool
    var lower: UInt128 { bits }
    var upper: UInt128 { bits }

    init(_ row: StoredRow, _ order: RowOrder) {
        self.row = row
        self.order = order
        let key = order.abbreviation(of: row)
        bits = key.bits
        isExact = key.isComplete && !order.isLossy
    }

    func compare(_ other: StoredRow) -> Ordering { order.compare(other, row) }
}
