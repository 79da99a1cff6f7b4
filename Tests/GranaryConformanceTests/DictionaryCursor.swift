import Foundation
import Granary

/// The rows of an answer, one at a time: the columns, then the version.
final class DictionaryCursor: RowCursor {
    private var rows: ArraySlice<DictionaryStore.Row>
    private var row: [Value] = []

    init(_ rows: [DictionaryStore.Row]) { self.rows = rows[...] }

    func advance() -> Bool {
        row = rows.popFirst().map { $0.values + [.integer($0.version)] } ?? []
        return !row.isEmpty
    }

    func close() { (rows, row) = ([], []) }

    private func value(at column: Int) -> Value { row.indices.contains(column) ? row[column] : .null }

    /// What a closure makes of a value, or an error when it is of another kind.
    private func read<T>(_ column: Int, _ body: (Value) -> T?) throws -> T {
        if let found = body(value(at: column)) { return found }
        throw GranaryError(.malformed, "Column \(column) of the current row is of another kind.")
    }

    func isNull(at column: Int) -> Bool { value(at: column).isNull }
    func bool(at column: Int) throws -> Bool {
        try read(column) { if case .bool(let value) = $0 { value } else { nil } }
    }
    func integer(at column: Int) throws -> Int64 {
        try read(column) { if case .integer(let value) = $0 { value } else { nil } }
    }
    func real(at column: Int) throws -> Double {
        try read(column) { if case .real(let value) = $0 { value } else { nil } }
    }
    func text(at column: Int) throws -> String {
        try read(column) { if case .text(let value) = $0 { value } else { nil } }
    }
    func data(at column: Int) throws -> Data {
        try read(column) { if case .data(let value) = $0 { value } else { nil } }
    }
    func date(at column: Int) throws -> Int64 {
        try read(column) { if case .date(let value) = $0 { value } else { nil } }
    }
    func uuid(at column: Int) throws -> UUID {
        try read(column) { if case .uuid(let value) = $0 { value } else { nil } }
    }
    func decimal(at column: Int) throws -> Decimal {
        try read(column) { if case .decimal(let value) = $0 { value } else { nil } }
    }
}
