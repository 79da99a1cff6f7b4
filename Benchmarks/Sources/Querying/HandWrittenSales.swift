internal import CSQLiteBenchmark
internal import Workload

/// The same rows without Granary: its SQLite file on a connection of its own, and the sales in a dictionary.
final class HandWrittenSales: @unchecked Sendable {  // safe: one thread at a time works with it.
    /// All sales by their numbers, for what is done in memory.
    let plain: [Int: PlainSale]
    private let handle: OpaquePointer

    init(path: String, plain: [Int: PlainSale]) throws {
        var pointer: OpaquePointer?
        guard
            sqlite3_open_v2(path, &pointer, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, nil) == SQLITE_OK,
            let pointer
        else { throw WorkloadError("\(path) cannot be opened") }
        handle = pointer
        self.plain = plain
        for setting in SharedSettings.pragmas where sqlite3_exec(handle, setting, nil, nil, nil) != SQLITE_OK
        {
            throw failure(setting)
        }
    }

    deinit { sqlite3_close_v2(handle) }

    /// The rows of a statement, each made by a closure.
    func rows<Row>(_ statement: String, _ row: (Columns) -> Row) throws -> [Row] {
        var pointer: OpaquePointer?
        guard sqlite3_prepare_v2(handle, statement, -1, &pointer, nil) == SQLITE_OK, let pointer else {
            throw failure(statement)
        }
        defer { sqlite3_finalize(pointer) }
        var rows: [Row] = []
        while true {
            switch sqlite3_step(pointer) {
            case SQLITE_ROW: rows.append(row(Columns(pointer: pointer)))
            case SQLITE_DONE: return rows
            default: throw failure(statement)
            }
        }
    }

    /// The sum of the integers in all rows and columns of a statement.
    func integers(_ statement: String) throws -> Int64 {
        try rows(statement) { columns in
            (0..<sqlite3_column_count(columns.pointer)).reduce(into: Int64(0)) { $0 &+= columns.integer($1) }
        }.reduce(0, &+)
    }

    private func failure(_ statement: String) -> WorkloadError {
        WorkloadError("\(statement): \(String(cString: sqlite3_errmsg(handle)))")
    }

    /// The columns of the row at hand.
    struct Columns {
        fileprivate let pointer: OpaquePointer

        /// An integer; 0 for none.
        func integer(_ column: Int32) -> Int64 { sqlite3_column_int64(pointer, column) }

        /// A real number; 0 for none.
        func real(_ column: Int32) -> Double { sqlite3_column_double(pointer, column) }

        /// A text, if there is one.
        func text(_ column: Int32) -> String? {
            guard let start = sqlite3_column_text(pointer, column) else { return nil }
            let count = Int(sqlite3_column_bytes(pointer, column))
            return String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
        }
    }
}
