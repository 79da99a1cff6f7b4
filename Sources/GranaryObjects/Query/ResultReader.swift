/// Reads the columns of one result row, one after the other.
@usableFromInline package struct ResultReader {
    /// Why a column is not read as its store holds it; then its values are decoded.
    @usableFromInline struct NotStoredAlike: Error {
        @usableFromInline init() {}
    }

    private let row: SelectedRow
    /// The row as its store holds it, instead of values.
    ///
    /// The caller of ``begin(_:)`` keeps it: a reference that is counted for each column takes longer than the reading.
    @usableFromInline private(set) var stored: Unmanaged<StoredColumns>?
    /// Whether the columns' kinds have to be compared with those that are read.
    @usableFromInline private(set) var checksKinds = true
    @usableFromInline private(set) var index = 0
    private var list = 0
    private var object = 0

    /// The columns of the row on which a cursor stands.
    @usableFromInline final class StoredColumns {
        @usableFromInline let cursor: any RowCursor
        @usableFromInline let columns: [SelectRequest.Column]
        @usableFromInline let entity: Entity

        init(_ cursor: any RowCursor, _ columns: [SelectRequest.Column], of entity: Entity) {
            self.cursor = cursor
            self.columns = columns
            self.entity = entity
        }

        /// Reads a column; the kinds of the first row's columns are compared with those that are read.
        @inlinable func read<V>(_ position: Int, _ coding: ValueCoding<V>, checksKind: Bool) throws -> V {
            guard position < columns.count, !checksKind || columns[position].type == coding.kind else {
                throw NotStoredAlike()
            }
            return try coding.read(cursor, entity, columns[position].position)
        }
    }

    /// Begins with the first value of a row.
    package init(_ row: [Value]) { self.init(SelectedRow(row)) }

    /// Begins with the first value, list and object of a row.
    @usableFromInline init(_ row: SelectedRow) { self.row = row }

    /// Begins with the first column of the row on which a store's cursor stands, the first one; the caller keeps the columns.
    mutating func begin(_ columns: StoredColumns) { stored = .passUnretained(columns) }

    /// Begins again, with the first column of the next row of the same cursor.
    mutating func beginNext() {
        index = 0
        checksKinds = false
    }

    /// The next column.
    ///
    /// - Throws: the coding's errors; ``NotStoredAlike``.
    @inlinable package mutating func next<V>(_ coding: ValueCoding<V>) throws -> V {
        let position = index
        index = position + 1
        guard let stored else { return try coding.decode(value(at: position)) }
        return try stored._withUnsafeGuaranteedRef { try $0.read(position, coding, checksKind: checksKinds) }
    }

    /// The next column, as an attribute of a type.
    ///
    /// - Throws: the type's errors of decoding; ``NotStoredAlike``.
    package mutating func next<V: AttributeValue>(_ type: V.Type) throws -> V {
        try next(ValueCoding<V>.attribute)
    }

    @usableFromInline func value(at position: Int) -> Value {
        row.values.indices.contains(position) ? row.values[position] : .null
    }

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
