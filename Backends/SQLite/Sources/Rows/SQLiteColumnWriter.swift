internal import CSQLite
internal import FoundationEssentials
internal import GranaryStore

/// Sets the parameters of a prepared statement to the values of one row after the other.
///
/// Parameter *n* + 1 is column *n* of the entity, also where a statement uses only some of them. Text and
/// bytes are copied into memory that is used again for the next row, so the engine neither allocates nor
/// copies for them.
final class SQLiteColumnWriter: ColumnWriter {
    private var statement: OpaquePointer?
    private var arena = ByteArena()
    private var status: Int32 = SQLITE_OK
    private var failure: GranaryError?
    /// How many columns of the current row have been written.
    private(set) var written = 0
    /// The column whose largest value is kept: an integer key; -1 for none.
    private var watched = -1
    /// The largest value written to the watched column.
    private(set) var largest = Int64.min

    /// Begins to write for a statement.
    func begin(_ statement: Statement, watching column: Int = -1) {
        self.statement = statement.pointer
        watched = column
        largest = .min
    }

    /// Begins the next row of the statement.
    @inline(__always) func beginRow() {
        written = 0
        arena.reset()
    }

    /// Throws the error about the row's values.
    @inline(__always) func finishRow(at place: StorePlace) throws {
        if status != SQLITE_OK || failure != nil { throw consumeFailure(at: place) }
    }

    /// Releases the statement and the memory.
    func end() {
        if let statement { sqlite3_clear_bindings(statement) }
        statement = nil
        arena.release()
    }

    private func consumeFailure(at place: StorePlace) -> GranaryError {
        defer {
            status = SQLITE_OK
            failure = nil
        }
        return failure
            ?? EngineError(code: status, message: "").translated(at: place, doing: "binding a value")
    }

    @inline(__always) private func parameter(_ column: Int) -> Int32 {
        written &+= 1
        return Int32(truncatingIfNeeded: column &+ 1)
    }

    @inline(__always) private func check(_ code: Int32) {
        if code != SQLITE_OK { status = code }
    }

    func null(at column: Int) { check(sqlite3_bind_null(statement, parameter(column))) }

    func bool(_ value: Bool, at column: Int) {
        check(sqlite3_bind_int64(statement, parameter(column), value ? 1 : 0))
    }

    func integer(_ value: Int64, at column: Int) {
        if column == watched, value > largest { largest = value }
        check(sqlite3_bind_int64(statement, parameter(column), value))
    }

    func real(_ value: Double, at column: Int) {
        // SQLite would store NaN as null.
        if value.isNaN {
            failure = GranaryError(
                .invalidValue, "NaN is not a number that can be stored; use nil for no value.")
        }
        check(sqlite3_bind_double(statement, parameter(column), value + 0))
    }

    func text(_ value: String, at column: Int) {
        var value = value
        value.withUTF8 { bytes in
            let copy = arena.copy(UnsafeRawBufferPointer(bytes))
            check(
                sqlite3_bind_text64(
                    statement, parameter(column), copy.assumingMemoryBound(to: CChar.self),
                    UInt64(bytes.count), nil,
                    UInt8(SQLITE_UTF8)))
        }
    }

    func data(_ value: Data, at column: Int) { value.withUnsafeBytes { bytes($0, at: column) } }

    func date(_ value: Int64, at column: Int) {
        check(sqlite3_bind_int64(statement, parameter(column), value))
    }

    func uuid(_ value: UUID, at column: Int) { withUnsafeBytes(of: value.uuid) { bytes($0, at: column) } }

    func decimal(_ value: Decimal, at column: Int) {
        do {
            text(try DecimalEncoding.encode(value), at: column)
        } catch {
            failure = error
            written &+= 1
        }
    }

    @inline(__always) private func bytes(_ bytes: UnsafeRawBufferPointer, at column: Int) {
        check(sqlite3_bind_blob64(statement, parameter(column), arena.copy(bytes), UInt64(bytes.count), nil))
    }
}
