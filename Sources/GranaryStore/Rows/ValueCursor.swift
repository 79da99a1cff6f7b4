package import FoundationEssentials

/// A cursor over rows that are lists of values.
package final class ValueCursor: RowCursor {
    private var rows: [[Value]]
    private var index = -1

    /// Makes a cursor before the first of some rows.
    package init(rows: [[Value]]) { self.rows = rows }

    /// Replaces the rows by one, and stands on it.
    package func stand(on row: [Value]) {
        if rows.count == 1 { rows[0] = row } else { rows = [row] }
        index = 0
    }

    package func advance() throws -> Bool {
        index += 1
        return index < rows.count
    }

    package func close() { index = rows.count }

    private func value(_ column: Int) -> Value {
        guard rows.indices.contains(index), rows[index].indices.contains(column) else { return .null }
        return rows[index][column]
    }

    private func mismatch(_ kind: String) -> GranaryError {
        GranaryError(.malformed, "A value is no \(kind), as its attribute says it should be.")
    }

    package func isNull(at column: Int) -> Bool { value(column).isNull }

    package func bool(at column: Int) throws -> Bool {
        guard case .bool(let value) = value(column) else { throw mismatch("Boolean") }
        return value
    }

    package func integer(at column: Int) throws -> Int64 {
        guard case .integer(let value) = value(column) else { throw mismatch("integer") }
        return value
    }

    package func real(at column: Int) throws -> Double {
        guard case .real(let value) = value(column) else { throw mismatch("number") }
        return value
    }

    package func text(at column: Int) throws -> String {
        guard case .text(let value) = value(column) else { throw mismatch("text") }
        return value
    }

    package func data(at column: Int) throws -> Data {
        guard case .data(let value) = value(column) else { throw mismatch("data") }
        return value
    }

    package func date(at column: Int) throws -> Int64 {
        guard case .date(let value) = value(column) else { throw mismatch("date") }
        return value
    }

    package func uuid(at column: Int) throws -> UUID {
        guard case .uuid(let value) = value(column) else { throw mismatch("UUID") }
        return value
    }

    package func decimal(at column: Int) throws -> Decimal {
        guard case .decimal(let value) = value(column) else { throw mismatch("decimal number") }
        return value
    }
}
