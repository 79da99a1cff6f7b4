/// Reads the columns of one result row, one after the other.
@usableFromInline package struct ResultReader {
    /// Why a column is not read as its store holds it; then its values are decoded.
    @usableFromInline struct NotStoredAlike: Error {
        @usableFromInline init() {}
    }

    private let row: SelectedRow
    /// The row as its store holds it, instead of values.
    @usableFromInline private(set) var stored: StoredColumns?
    /// Whether the columns' kinds have to be compared with those that are read.
    @usableFromInline private(set) var checksKinds = true
    @usableFromInline private(set) var index = 0
    private var list = 0
    private var object = 0

    /// The columns of the row on which a cursor stands; one reference to all of that, as readers count it for each column.
    @usableFromInline final class StoredColumns {
        @usableFromInline let cursor: any RowCursor
        @usableFromInline let columns: [SelectRequest.Column]
        @usableFromInline let entity: Entity

        fileprivate init(_ cursor: any RowCursor, _ columns: [SelectRequest.Column], of entity: Entity) {
            self.cursor = cursor
            self.columns = columns
            self.entity = entity
        }

        @usableFromInline func requireKind(_ kind: AttributeType?, at position: Int) throws {
            guard let kind, columns.indices.contains(position), columns[position].type == kind else {
                throw NotStoredAlike()
            }
        }
    }

    /// Begins with the first value of a row.
    package init(_ row: [Value]) { self.init(SelectedRow(row)) }

    /// Begins with the first value, list and object of a row.
    @usableFromInline init(_ row: SelectedRow) { self.row = row }

    /// Begins with the first column of the row on which a store's cursor stands, the first one.
    mutating func begin(_ cursor: any RowCursor, _ columns: [SelectRequest.Column], of entity: Entity) {
        stored = StoredColumns(cursor, columns, of: entity)
    }

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
        if checksKinds { try stored.requireKind(coding.kind, at: position) }
        guard position < stored.columns.count else { throw NotStoredAlike() }
        return try coding.read(stored.cursor, stored.entity, stored.columns[position].position)
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
