internal import GranaryStore

/// A row with its values in the engine's format.
///
/// Used by one thread at a time.
protocol StoredRow: EvaluationRow {
    /// The table of the row.
    var table: TableLayout { get }
    /// The key of the row.
    var key: Bytes { get }
    /// The bytes of a column's value.
    func cell(at column: Int) throws -> Cell
}

extension StoredRow {
    /// The value of a column; null for a column that does not exist.
    ///
    /// - Throws: `GranaryError.Code.malformed` for a value that no store may hold.
    func value(at column: Int) throws -> Value {
        guard table.types.indices.contains(column) else { return .null }
        guard let value = try cell(at: column).value(table.types[column], inKey: table.isInKey[column])
        else { throw table.damagedValue(column) }
        return value
    }

    /// Appends some columns to a key; returns false if one of them is null.
    func append(_ columns: [Int], to key: KeyValueBuffer) throws -> Bool {
        for column in columns {
            let cell = try cell(at: column)
            if cell.start == nil { return false }
            cell.append(as: table.types[column], inKey: table.isInKey[column], to: key)
        }
        return true
    }
}

extension TableLayout {
    /// The error for a record in an unknown format.
    var damagedRecord: GranaryError {
        GranaryError(
            .malformed, "A stored row of \(name) is not in the form that Granary writes.",
            context: .init(entity: name))
    }

    /// The error for a value that no store may hold.
    func damagedValue(_ column: Int) -> GranaryError {
        let names = propertyNames([column])
        return GranaryError(
            .malformed, "A stored value of \(name).\(names.joined()) is not one that a store may hold.",
            context: .init(entity: name, properties: names))
    }
}
