package import Granary

/// Something to look for in an order of rows: a key, or the beginning of one.
protocol RowProbe {
    /// The smallest abbreviated key that the row of a match can have.
    var lower: UInt128 { get }
    /// The largest abbreviated key that the row of a match can have.
    var upper: UInt128 { get }
    /// Whether rows with an abbreviated key between those are equal to the probe for sure.
    var isExact: Bool { get }
    /// Compares a row with the probe, by its values.
    func compare(_ row: StoredRow) -> Ordering
}

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

/// A row on its way into an order, whose key is known.
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

/// A primary key.
struct KeyProbe: RowProbe {
    let key: ObjectKey
    let order: RowOrder
    let bits: UInt128
    let isExact: Bool
    var lower: UInt128 { bits }
    var upper: UInt128 { bits }

    init(_ key: ObjectKey, _ order: RowOrder) {
        self.key = key
        self.order = order
        var abbreviation = AbbreviatedKey()
        // The columns of a key are never optional.
        switch key {
        case .integer(let value): abbreviation.append(.integer(value), isOptional: false)
        case .uuid(let value): abbreviation.append(.uuid(value), isOptional: false)
        case .text(let value): abbreviation.append(.text(value), isOptional: false)
        case .compound(let values):
            for value in values where abbreviation.isComplete {
                abbreviation.append(value, isOptional: false)
            }
        }
        bits = abbreviation.bits
        isExact = abbreviation.isComplete && !order.isLossy
    }

    func compare(_ row: StoredRow) -> Ordering {
        for (column, value) in zip(order.columns, key.values) {
            let ordering = row.compare(value, at: column)
            if ordering != .equal { return ordering }
        }
        return .equal
    }

    /// Whether the key consists of the kinds of values that the order has; no row has any other.
    var isOfKind: Bool {
        guard order.types.count == 1 else {
            return key.values.map(ExpressionKind.init) == order.types.map(ExpressionKind.value)
        }
        switch (key, order.types.first) {
        case (.integer, .integer?), (.uuid, .uuid?), (.text, .text?): return true
        default: return key.values.map(ExpressionKind.init) == order.types.map(ExpressionKind.value)
        }
    }
}

/// The values of the first columns of an order, the last of which may be the beginning of a text.
package struct ValuesProbe: RowProbe, Sendable {
    let values: [Value]
    let textPrefix: String?
    let order: RowOrder
    let lower: UInt128
    let upper: UInt128
    let isExact: Bool

    /// Makes a probe; there must be a column for each value, and null only for one that is optional.
    package init(_ values: [Value], textPrefix: String? = nil, _ order: RowOrder) {
        self.values = values
        self.textPrefix = textPrefix
        self.order = order
        var key = AbbreviatedKey()
        for (value, isOptional) in zip(values, order.isOptional) where key.isComplete {
            key.append(value, isOptional: isOptional)
        }
        if let textPrefix, key.isComplete {
            key.append(textPrefix: textPrefix, isOptional: order.isOptional[values.count])
        }
        lower = key.bits
        // Behind the end of a key that fits, a row may have anything; a key that was cut leaves no room.
        let free = key.room * 8
        upper = free == 128 ? .max : key.bits | (1 << UInt128(free) - 1)
        isExact = key.isComplete && !order.isLossy
    }

    func compare(_ row: StoredRow) -> Ordering {
        for (column, value) in zip(order.columns, values) {
            let ordering = row.compare(value, at: column)
            if ordering != .equal { return ordering }
        }
        guard let textPrefix else { return .equal }
        guard case .text(let text) = row.value(at: order.columns[values.count]) else { return .less }
        return Bytewise.withBytes(text) { text in
            Bytewise.withBytes(textPrefix) { prefix in
                Bytewise.compare(.init(rebasing: text.prefix(prefix.count)), prefix)
            }
        }
    }
}
