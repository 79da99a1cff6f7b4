/// Reads the values of one result row, one after the other.
package struct ResultReader {
    private let row: [Value]
    private var index = 0

    /// Begins with the first value of a row.
    package init(_ row: [Value]) { self.row = row }

    mutating func next<V>(_ coding: ValueCoding<V>) throws -> V {
        defer { index += 1 }
        return try coding.decode(row.indices.contains(index) ? row[index] : .null)
    }

    mutating func next<V: AttributeValue>(_ type: V.Type) throws -> V { try next(ValueCoding<V>.attribute) }
}
