package import Granary

/// One row of the store, which never changes: a change makes another row.
package final class StoredRow: Sendable {
    /// The values, by column.
    package let values: ContiguousArray<Value>
    /// The save that wrote the row.
    package let version: Int64

    /// Makes a row of its values.
    package init(_ values: ContiguousArray<Value>, version: Int64) {
        self.values = values
        self.version = version
    }

    /// The row that stands for none.
    static let none = StoredRow([], version: 0)
}

extension StoredRow: EvaluationRow {
    /// The value in a column; null for a column the row does not have.
    package func value(at column: Int) -> Value {
        column < values.count ? values[column] : .null
    }

    /// Some of the values, in the order of the columns given.
    func values(in columns: [Int]) -> [Value] { columns.map(value) }

    /// The key in some columns; `nil` when one of them is null.
    func key(in columns: [Int]) -> ObjectKey? {
        if columns.count == 1, let column = columns.first {
            switch value(at: column) {
            case .integer(let value): return .integer(value)
            case .uuid(let value): return .uuid(value)
            case .text(let value): return .text(value)
            default: break
            }
        }
        return ObjectKey(values(in: columns))
    }

    /// Whether one of some columns is null.
    func hasNull(in columns: [Int]) -> Bool { columns.contains { value(at: $0).isNull } }

    /// Whether two rows have the same values in some columns.
    func isSame(as other: StoredRow, in columns: [Int]) -> Bool {
        columns.allSatisfy { value(at: $0) == other.value(at: $0) }
    }
}
