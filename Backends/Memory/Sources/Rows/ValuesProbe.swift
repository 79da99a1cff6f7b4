package import GranaryStore

/// The values of the first columns of an order; the last one may be the beginning of a text.
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
