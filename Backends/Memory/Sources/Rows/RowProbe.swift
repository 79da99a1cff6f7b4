package import Granary

/// Something to look for in an order of rows: a key, or the beginning of one.
protocol RowProbe {
    /// The abbreviated key, without the bits that are not compared.
    var bits: UInt128 { get }
    /// How many low bits of a row's abbreviated key are not compared.
    var ignoredBits: UInt128 { get }
    /// Whether rows with the same compared bits are equal to the probe for sure.
    var isExact: Bool { get }
    /// How a row stands to the probe, by its values.
    func compare(_ row: StoredRow) -> Ordering
}

extension RowProbe {
    /// The bits of a row's abbreviated key that are compared.
    @inline(__always) func comparedBits(of abbreviation: UInt128) -> UInt128 {
        ignoredBits == 128 ? 0 : abbreviation &>> ignoredBits
    }
}

/// A whole row, to find its place.
struct RowItself: RowProbe {
    let row: StoredRow
    let order: RowOrder
    let bits: UInt128
    let isExact: Bool
    var ignoredBits: UInt128 { 0 }

    init(_ row: StoredRow, _ order: RowOrder) {
        self.row = row
        self.order = order
        let key = order.abbreviation(of: row)
        bits = key.bits
        isExact = key.isComplete && !order.isLossy
    }

    func compare(_ other: StoredRow) -> Ordering { order.compare(other, row) }
}

/// A primary key.
struct KeyProbe: RowProbe {
    let key: ObjectKey
    let order: RowOrder
    let bits: UInt128
    let isExact: Bool
    var ignoredBits: UInt128 { 0 }

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
            for value in values where abbreviation.isComplete { abbreviation.append(value, isOptional: false) }
        }
        bits = abbreviation.bits
        isExact = abbreviation.isComplete && !order.isLossy
    }

    func compare(_ row: StoredRow) -> Ordering {
        for (column, value) in zip(order.columns, key.values) {
            let ordering = row.value(at: column).compare(value)
            if ordering != .equal { return ordering }
        }
        return .equal
    }

    /// Whether a row has exactly this key.
    func matches(_ row: StoredRow) -> Bool {
        let column = order.columns[0]
        guard order.columns.count == 1, column < row.values.count else {
            return key.values == row.values(in: order.columns)
        }
        switch (key, row.values[column]) {
        case (.integer(let wanted), .integer(let value)): return wanted == value
        case (.uuid(let wanted), .uuid(let value)): return wanted == value
        case (.text(let wanted), .text(let value)): return Bytewise.equal(wanted, value)
        default: return key.values == row.values(in: order.columns)
        }
    }
}

/// The values of the first columns of an order, the last of which may be the beginning of a text.
package struct ValuesProbe: RowProbe, Sendable {
    let values: [Value]
    let textPrefix: String?
    let order: RowOrder
    let bits: UInt128
    let ignoredBits: UInt128
    let isExact: Bool

    /// Makes a probe; there must be columns for all values. Null stands only for columns that are optional.
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
        ignoredBits = key.isComplete ? UInt128(key.room * 8) : 0
        bits = ignoredBits == 128 ? 0 : key.bits &>> ignoredBits
        isExact = key.isComplete && !order.isLossy
    }

    func compare(_ row: StoredRow) -> Ordering {
        for (column, value) in zip(order.columns, values) {
            let ordering = row.value(at: column).compare(value)
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
