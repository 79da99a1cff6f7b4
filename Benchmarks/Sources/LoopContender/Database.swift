internal import CSQLiteBenchmark
internal import FoundationEssentials
internal import Workload

/// One connection with the settings that all contenders have.
final class Database: @unchecked Sendable {  // safe: the harness uses a session by one thread at a time.
    let handle: OpaquePointer

    init(path: String) throws {
        var pointer: OpaquePointer?
        let code = sqlite3_open_v2(path, &pointer, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, nil)
        guard code == SQLITE_OK, let pointer else {
            throw WorkloadError("the loop cannot open \(path): \(code)")
        }
        handle = pointer
        for setting in SharedSettings.pragmas { try execute(setting) }
    }

    func execute(_ text: String) throws {
        guard sqlite3_exec(handle, text, nil, nil, nil) == SQLITE_OK else { throw failure() }
    }

    func prepare(_ text: String) throws -> Statement { try Statement(text, self) }

    /// Does the body in one transaction.
    func transaction<R>(_ begin: String = "BEGIN IMMEDIATE", _ body: () throws -> R) throws -> R {
        try execute(begin)
        let result = try body()
        try execute("COMMIT")
        return result
    }

    func failure() -> WorkloadError {
        WorkloadError("the loop failed: \(String(cString: sqlite3_errmsg(handle)))")
    }

    func close() { sqlite3_close_v2(handle) }
}

/// A prepared statement, with the calls of the C interface under shorter names.
struct Statement: ~Copyable {
    let pointer: OpaquePointer
    private let database: Database
    private static let transient = unsafeBitCast(-1, to: sqlite3_destructor_type.self)  // safe: the C macro

    init(_ text: String, _ database: Database) throws {
        var pointer: OpaquePointer?
        guard
            sqlite3_prepare_v3(database.handle, text, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &pointer, nil)
                == SQLITE_OK,
            let pointer
        else { throw database.failure() }
        self.pointer = pointer
        self.database = database
    }

    deinit { sqlite3_finalize(pointer) }

    @inline(__always) func step() throws -> Bool {
        let code = sqlite3_step(pointer)
        if code == SQLITE_ROW { return true }
        if code == SQLITE_DONE { return false }
        throw database.failure()
    }

    /// Runs a statement that changes one row, and makes sure that it did.
    @inline(__always) func change() throws {
        guard try !step(), sqlite3_changes(database.handle) == 1 else {
            throw WorkloadError("a row was missed")
        }
        sqlite3_reset(pointer)
    }

    @inline(__always) func reset() { sqlite3_reset(pointer) }

    @inline(__always) func bind(_ value: Int64, at index: Int32) { sqlite3_bind_int64(pointer, index, value) }
    @inline(__always) func bind(_ value: Double, at index: Int32) {
        sqlite3_bind_double(pointer, index, value)
    }
    @inline(__always) func bindNull(at index: Int32) { sqlite3_bind_null(pointer, index) }

    @inline(__always) func bind(_ value: String, at index: Int32) {
        var value = value
        value.withUTF8 { bytes in
            bytes.withMemoryRebound(to: CChar.self) {
                _ = sqlite3_bind_text(pointer, index, $0.baseAddress, Int32($0.count), Self.transient)
            }
        }
    }

    @inline(__always) func bind(bytes: UnsafeRawBufferPointer, at index: Int32) {
        sqlite3_bind_blob(pointer, index, bytes.baseAddress, Int32(bytes.count), Self.transient)
    }

    @inline(__always) func integer(_ column: Int32) -> Int64 { sqlite3_column_int64(pointer, column) }
    @inline(__always) func real(_ column: Int32) -> Double { sqlite3_column_double(pointer, column) }
    @inline(__always) func isNull(_ column: Int32) -> Bool {
        sqlite3_column_type(pointer, column) == SQLITE_NULL
    }

    @inline(__always) func text(_ column: Int32) -> String {
        guard let start = sqlite3_column_text(pointer, column) else { return "" }
        let count = Int(sqlite3_column_bytes(pointer, column))
        return String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
    }
}

extension Statement {
    @inline(__always) func uuid(_ column: Int32) -> UUID {
        guard let start = sqlite3_column_blob(pointer, column), sqlite3_column_bytes(pointer, column) == 16
        else {
            return UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))
        }
        return UUID(uuid: start.loadUnaligned(as: uuid_t.self))
    }
}
