package import Granary

/// An order of rows by some of their columns, the last of which make it total.
package final class RowOrder: Sendable {
    /// The columns that are compared, one after the other.
    package let columns: [Int]
    /// The kinds of those columns.
    let types: [AttributeType]
    /// Whether each of those columns may be null.
    let isOptional: [Bool]
    /// Whether equal beginnings of two abbreviated keys never prove the keys equal: decimals are cut.
    let isLossy: Bool

    /// Makes the order by some columns of an entity.
    package init(columns: [Int], of all: [Column]) {
        self.columns = columns
        types = columns.map { all[$0].type }
        isOptional = columns.map { all[$0].isOptional }
        isLossy = types.contains(.decimal)
    }

    /// Orders two rows by the columns' values.
    func compare(_ left: StoredRow, _ right: StoredRow) -> Ordering {
        for column in columns {
            let ordering = left.value(at: column).compare(right.value(at: column))
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
    func abbreviation(of row: StoredRow) -> AbbreviatedKey {
        var key = AbbreviatedKey()
        for position in columns.indices {
            key.append(row.value(at: columns[position]), isOptional: isOptional[position])
            if !key.isComplete { break }
        }
        return key
    }
}
