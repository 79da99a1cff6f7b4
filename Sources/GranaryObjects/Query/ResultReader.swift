/// Reads the columns of one result row, one after the other.
package struct ResultReader {
    private let row: SelectedRow
    private var index = 0
    private var list = 0
    private var object = 0

    /// Begins with the first value of a row.
    package init(_ row: [Value]) { self.init(SelectedRow(row)) }

    /// Begins with the first value, list and object of a row.
    init(_ row: SelectedRow) { self.row = row }

    mutating func next<V>(_ coding: ValueCoding<V>) throws -> V {
        defer { index += 1 }
        return try coding.decode(row.values.indices.contains(index) ? row.values[index] : .null)
    }

    mutating func next<V: AttributeValue>(_ type: V.Type) throws -> V { try next(ValueCoding<V>.attribute) }

    /// The next list of rows.
    mutating func nextList() -> [SelectedRow] {
        defer { list += 1 }
        return row.lists.indices.contains(list) ? row.lists[list] : []
    }

    /// The next object.
    mutating func nextObject() -> (any Model)? {
        defer { object += 1 }
        return row.objects.indices.contains(object) ? row.objects[object] : nil
    }
}
