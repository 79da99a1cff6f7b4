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
            for value in values where abbreviation.isComplete {
                abbreviation.append(value, isOptional: false)
            }
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
    let bits: UInt128
    let ignoredBits: UInt128
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
