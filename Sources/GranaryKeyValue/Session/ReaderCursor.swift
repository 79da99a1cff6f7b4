internal import FoundationEssentials
internal import GranaryStore

/// A cursor that reads columns from a row reader.
protocol ReaderCursor: RowCursor {
    /// The reader of the current row.
    var row: RowReader { get }
}

/// Always inlined, so that a cursor reads a column without an extra call.
extension ReaderCursor {
    @inline(__always) func isNull(at column: Int) -> Bool { row.isNull(at: column) }
    @inline(__always) func bool(at column: Int) throws -> Bool { try row.bool(at: column) }
    @inline(__always) func integer(at column: Int) throws -> Int64 { try row.integer(at: column) }
    @inline(__always) func real(at column: Int) throws -> Double { try row.real(at: column) }
    @inline(__always) func text(at column: Int) throws -> String { try row.text(at: column) }
    @inline(__always) func data(at column: Int) throws -> Data { try row.data(at: column) }
    @inline(__always) func date(at column: Int) throws -> Int64 { try row.date(at: column) }
    @inline(__always) func uuid(at column: Int) throws -> UUID { try row.uuid(at: column) }
    @inline(__always) func decimal(at column: Int) throws -> Decimal { try row.decimal(at: column) }
}
