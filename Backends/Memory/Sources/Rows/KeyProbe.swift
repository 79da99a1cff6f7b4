internal import GranaryStore

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
