package import GranaryStore

/// An order of rows by some of their columns; the last ones make it total.
package final class RowOrder: Sendable {
    /// The columns that are compared, one after the other.
    package let columns: [Int]
    /// The kinds of those columns.
    let types: [AttributeType]
    /// Whether each of those columns may be null.
    let isOptional: [Bool]
    /// Whether equal beginnings of two abbreviated keys never prove the keys equal: decimals are cut.
    let isLossy: Bool

    /// How many of the columns come before those that only make the order total.
    let leading: Int

    /// Makes the order by some columns of an entity; those behind the leading ones belong to its key.
    package init(columns: [Int], leading: Int? = nil, of all: [Column]) {
        self.columns = columns
        self.leading = leading ?? columns.count
        types = columns.map { all[$0].type }
        isOptional = columns.map { all[$0].isOptional }
        isLossy = types.contains(.decimal)
    }

    /// Orders two rows by the columns' values.
    func compare(_ left: StoredRow, _ right: StoredRow) -> Ordering {
        for column in columns {
            let ordering = left.compare(right, at: column)
            if ordering != .equal { return ordering }
        }
        return .equal
    }

    /// Rows in this order.
    func sorted(_ rows: [StoredRow]) -> [StoredRow] {
        let keyed = rows.map { (key: abbreviation(of: $0).bits, row: $0) }
        return keyed.sorted { left, right in
            left.key != right.key ? left.key < right.key : compare(left.row, right.row) == .less
        }.map(\.row)
    }

    /// The beginning of a row's encoded key.
    func abbreviation(of row: StoredRow) -> AbbreviatedKey { abbreviations(of: row).whole }

    /// The beginning of a row's encoded key, and the part of it that belongs to the leading columns.
    ///
    /// The remainder of the key is that of the leading columns that were reached.
    func abbreviations(of row: StoredRow) -> (whole: AbbreviatedKey, leading: UInt128) {
        var key = AbbreviatedKey()
        for position in 0..<leading {
            key.append(row, at: columns[position], isOptional: isOptional[position])
            if !key.isComplete {
                if position + 1 < leading { key.cutRemainder() }
                return (key, key.bits)
            }
        }
        let first = key.bits
        for position in leading..<columns.count where key.isComplete {
            key.append(row, at: columns[position], isOptional: isOptional[position])
        }
        key.leaveOutRemainder()
        return (key, first)
    }
}
