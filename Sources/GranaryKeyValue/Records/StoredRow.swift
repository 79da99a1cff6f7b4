internal import Granary

/// A row whose values lie in memory as the engine keeps them.
///
/// Used by one thread at a time.
protocol StoredRow: EvaluationRow {
    /// How the row is kept.
    var table: TableLayout { get }
    /// The key of the row.
    var key: Bytes { get }
    /// The bytes of a column's value.
    func cell(at column: Int) throws -> Cell
}

extension StoredRow {
    /// The value of a column; null for a column the row does not have.
    ///
    /// - Throws: `GranaryError.Code.malformed` for one that no store may hold.
    func value(at column: Int) throws -> Value {
        guard table.types.indices.contains(column) else { return .null }
        guard let value = try cell(at: column).value(table.types[column], inKey: table.isInKey[column])
        else { throw table.damagedValue(column) }
        return value
    }

    /// Appends some columns to a key; false when one of them is null.
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
    /// The error for a record that is not as this store writes them.
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
