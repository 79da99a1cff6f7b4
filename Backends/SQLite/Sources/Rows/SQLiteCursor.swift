internal import CSQLite
internal import FoundationEssentials
internal import GranaryStore
internal import GranarySQL

/// The rows of one fetch, read straight from SQLite's own memory.
///
/// Columns are checked for their storage class, and text for being UTF-8, so that bad values written by another program
/// are refused and never silently changed.
final class SQLiteCursor: RowCursor {
    private var statement: OpaquePointer?
    private let keeper: Statement?
    private let entity: Entity
    private let interruption: Interruption
    private var following: (any RowSource)?
    private let filter: ReferenceFilter?
    /// The column of the current row that was read last, -1 for none, and its value.
    private var lastColumn = -1
    private var lastValue: OpaquePointer?

    /// Makes a cursor over a statement whose parameters are set.
    ///
    /// With more statements to follow, their rows come after those of the first; with a filter, only the rows
    /// that pass it are given.
    init(
        _ statement: Statement, of entity: Entity, _ interruption: Interruption,
        then following: (any RowSource)? = nil, passing filter: ReferenceFilter? = nil
    ) {
        statement.isTaken = true
        self.statement = statement.pointer
        keeper = statement
        self.entity = entity
        self.interruption = interruption
        self.following = following
        self.filter = filter
    }

    /// Makes a cursor without rows.
    init(of entity: Entity, _ interruption: Interruption) {
        keeper = nil
        filter = nil
        self.entity = entity
        self.interruption = interruption
    }

    /// Whether the cursor's statement is idle.
    var isIdle: Bool { statement == nil && keeper?.isTaken == false }

    /// Restarts with the row that has a key, for a cursor whose statement finds one; false without a row.
    func find(_ key: ObjectKey) throws -> Bool {
        guard let keeper else { return false }
        _ = try keeper.bind(key, at: 1)
        keeper.isTaken = true
        statement = keeper.pointer
        return try advance()
    }

    func advance() throws -> Bool {
        lastColumn = -1
        // A loop: thousands of keys without a row would overflow the stack of a recursion.
        while let pointer = statement {
            let code = sqlite3_step(pointer)
            if code == SQLITE_ROW {
                if filter?.passes(pointer) ?? true { return true }
                continue
            }
            guard try goOn(after: code) else { return false }
        }
        return false
    }

    /// Continues with the next keys; false at the end, where the cursor closes.
    private func goOn(after code: Int32) throws -> Bool {
        guard code == SQLITE_DONE else {
            let failure = keeper?.failure()
            close()
            throw interruption.answered(by: failure ?? interruption.consumeError())
        }
        sqlite3_reset(statement)
        do {
            try interruption.check()
            if try following?.bindNext() == true { return true }
        } catch {
            close()
            throw error
        }
        close()
        return false
    }

    deinit { close() }

    /// Whether rows may still be read.
    var isOpen: Bool { statement != nil }

    func close() {
        guard statement != nil else { return }
        sqlite3_reset(statement)
        keeper?.isTaken = false
        statement = nil
        lastColumn = -1
        following = nil
    }

    /// The engine's own value in a column; of a closed cursor, null.
    ///
    /// The last one is kept: a test for null is followed by a read of the same column.
    @inline(__always) private func value(_ column: Int) -> OpaquePointer? {
        if column == lastColumn { return lastValue }
        lastValue = sqlite3_column_value(statement, Int32(truncatingIfNeeded: column))
        lastColumn = column
        return lastValue
    }

    func isNull(at column: Int) -> Bool { sqlite3_value_type(value(column)) == SQLITE_NULL }

    func bool(at column: Int) throws -> Bool {
        let number = try integer(at: column)
        guard number & ~1 == 0 else { throw malformed(column, "holds a number that is neither 0 nor 1") }
        return number == 1
    }

    func integer(at column: Int) throws -> Int64 {
        let value = value(column)
        guard sqlite3_value_type(value) == SQLITE_INTEGER else {
            throw malformed(column, "does not hold an integer")
        }
        return sqlite3_value_int64(value)
    }

    func real(at column: Int) throws -> Double {
        let value = value(column)
        guard sqlite3_value_type(value) == SQLITE_FLOAT else {
            throw malformed(column, "does not hold a floating-point number")
        }
        // Zero has no sign, as everywhere in stores.
        return sqlite3_value_double(value) + 0
    }

    func text(at column: Int) throws -> String {
        let bytes = try textBytes(column)
        guard let text = StoredText.decode(bytes) else {
            throw malformed(column, "holds text that is not UTF-8, or U+0000")
        }
        return text
    }

    func data(at column: Int) throws -> Data {
        let value = value(column)
        guard sqlite3_value_type(value) == SQLITE_BLOB else { throw malformed(column, "does not hold data") }
        guard let start = sqlite3_value_blob(value) else { return Data() }
        return Data(bytes: start, count: Int(sqlite3_value_bytes(value)))
    }

    func date(at column: Int) throws -> Int64 {
        let moment = try integer(at: column)
        guard StoredDate.range.contains(moment) else {
            throw malformed(column, "holds a date outside the years 1 to 9999")
        }
        return moment
    }

    func uuid(at column: Int) throws -> UUID {
        let value = value(column)
        guard sqlite3_value_type(value) == SQLITE_BLOB, let start = sqlite3_value_blob(value),
            sqlite3_value_bytes(value) == 16
        else { throw malformed(column, "does not hold the 16 bytes of a UUID") }
        return UUID(uuid: start.loadUnaligned(as: uuid_t.self))
    }

    func decimal(at column: Int) throws -> Decimal {
        do {
            return try DecimalEncoding.decode(try textBytes(column))
        } catch {
            throw malformed(column, "does not hold a decimal in Granary's form", cause: error)
        }
    }

    @inline(__always) private func textBytes(_ column: Int) throws -> UnsafeRawBufferPointer {
        let value = value(column)
        guard sqlite3_value_type(value) == SQLITE_TEXT else { throw malformed(column, "does not hold text") }
        return UnsafeRawBufferPointer(
            start: sqlite3_value_text(value), count: Int(sqlite3_value_bytes(value)))
    }

    private func malformed(_ column: Int, _ what: String, cause: (any Error)? = nil) -> GranaryError {
        Row(self, of: entity).malformed(at: column, what, cause: cause)
    }
}
