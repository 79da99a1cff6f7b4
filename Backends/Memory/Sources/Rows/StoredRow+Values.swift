internal import FoundationEssentials
package import GranaryStore

extension StoredRow: EvaluationRow {
    /// The value in a column; null for a column the row does not have.
    @inline(__always) package func value(at column: Int) -> Value {
        withCell(at: column) { cell in
            switch cell.kind {
            case .null: .null
            case .bool: .bool(cell.bool)
            case .integer: .integer(cell.integer)
            case .real: .real(cell.real)
            case .date: .date(cell.integer)
            case .text: .text(cell.text)
            case .data: .data(cell.data)
            case .uuid: .uuid(cell.uuid)
            case .decimal: .decimal(cell.decimal)
            case .shared: shared(cell.word)
            }
        }
    }

    @inline(__always) package func integer(at column: Int) -> FoundInteger {
        withCell(at: column) { cell in
            switch cell.kind {
            case .integer: .integer(cell.integer)
            case .null: .null
            default: .other
            }
        }
    }

    /// The values, by column.
    package var values: [Value] { (0..<count).map(value) }

    /// Some of the values, in the order of the columns given.
    func values(in columns: [Int]) -> [Value] { columns.map(value) }

    /// Whether a cell is null; also one that the row does not have.
    @inline(__always) func isNull(at column: Int) -> Bool { withCell(at: column) { $0.kind == .null } }

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
    func hasNull(in columns: [Int]) -> Bool { columns.contains(where: isNull) }

    /// Whether two rows have the same values in some columns.
    func isSame(as other: StoredRow, in columns: [Int]) -> Bool {
        columns.allSatisfy { column in
            withCell(at: column) { own in
                other.withCell(at: column) { its in
                    guard own.kind == its.kind else { return false }
                    switch own.kind {
                    case .null: return true
                    case .bool, .integer, .date: return own.word == its.word
                    case .text, .data, .uuid: return Bytewise.compare(own.bytes, its.bytes) == .equal
                    case .real, .decimal, .shared: return value(at: column) == other.value(at: column)
                    }
                }
            }
        }
    }

    /// Orders the values of two rows in one column.
    @inline(__always) func compare(_ other: StoredRow, at column: Int) -> Ordering {
        withCell(at: column) { own in
            other.withCell(at: column) { its in
                guard own.kind == its.kind else { return value(at: column).compare(other.value(at: column)) }
                switch own.kind {
                case .null: return .equal
                case .integer, .date: return Ordering(own.integer, its.integer)
                case .text, .data, .uuid: return Bytewise.compare(own.bytes, its.bytes)
                default: return value(at: column).compare(other.value(at: column))
                }
            }
        }
    }

    /// Orders the value in a column and another.
    @inline(__always) func compare(_ other: Value, at column: Int) -> Ordering {
        withCell(at: column) { own in
            switch (own.kind, other) {
            case (.integer, .integer(let value)), (.date, .date(let value)): Ordering(own.integer, value)
            case (.text, .text(let value)): Bytewise.withBytes(value) { Bytewise.compare(own.bytes, $0) }
            case (.uuid, .uuid(let value)):
                withUnsafeBytes(of: value.uuid) { Bytewise.compare(own.bytes, $0) }
            default: value(at: column).compare(other)
            }
        }
    }
}
