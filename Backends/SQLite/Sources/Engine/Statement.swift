internal import CSQLite
internal import FoundationEssentials
internal import GranaryStore

/// A prepared statement of one connection.
final class Statement {
    /// The engine's object.
    let pointer: OpaquePointer
    /// Whether an open cursor reads from it, so that its parameters must not change.
    var isTaken = false
    private unowned let connection: Connection  // safe: a connection outlives its statements.

    /// Prepares the text, which must be one statement.
    init(_ text: String, on connection: Connection) throws {
        var pointer: OpaquePointer?
        let code = sqlite3_prepare_v3(
            connection.handle.pointer, text, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &pointer, nil)
        guard code == SQLITE_OK, let pointer else {
            let error = connection.lastError()
            if error.isAboutLimits { throw StatementTooComplex() }
            throw error.translated(at: connection.place, doing: "preparing a statement")
        }
        self.pointer = pointer
        self.connection = connection
    }

    deinit { sqlite3_finalize(pointer) }

    /// Moves to the next row; false at the end.
    func step() throws -> Bool {
        let code = sqlite3_step(pointer)
        if code == SQLITE_ROW { return true }
        if code == SQLITE_DONE { return false }
        throw failure()
    }

    /// The failure of the last step, translated; the statement is reset.
    func failure() -> any Error {
        let error = connection.lastError()
        sqlite3_reset(pointer)
        if let cause = connection.functionFailure.consume() { return cause }
        return error.translated(at: connection.place, doing: "running a statement")
    }

    /// Makes the statement ready to run again; its parameters keep their values.
    func reset() { sqlite3_reset(pointer) }

    /// Releases the values of all parameters.
    func clearBindings() { sqlite3_clear_bindings(pointer) }

    /// Whether a column of the current row is null.
    func isNull(at column: Int32) -> Bool { sqlite3_column_type(pointer, column) == SQLITE_NULL }

    /// A column of the current row as an integer; 0 for null.
    func integer(at column: Int32) -> Int64 { sqlite3_column_int64(pointer, column) }

    /// A column of the current row as text; empty for null.
    func text(at column: Int32) -> String {
        sqlite3_column_text(pointer, column).map { String(cString: $0) } ?? ""
    }
}

extension Statement {
    /// Sets the parameters from the first on.
    func bind(_ values: [Value]) throws {
        for (index, value) in values.enumerated() { try bind(value, at: Int32(index + 1)) }
    }

    /// Sets a parameter, counted from 1; the engine copies the value.
    func bind(_ value: Value, at index: Int32) throws {
        let code =
            switch value {
            case .null: sqlite3_bind_null(pointer, index)
            case .bool(let value): sqlite3_bind_int64(pointer, index, value ? 1 : 0)
            case .integer(let value), .date(let value): sqlite3_bind_int64(pointer, index, value)
            case .real(let value): sqlite3_bind_double(pointer, index, value)
            case .text(let value): bindText(value, index)
            case .data(let value): value.withUnsafeBytes { bindBytes($0, index) }
            case .uuid(let value): withUnsafeBytes(of: value.uuid) { bindBytes($0, index) }
            case .decimal(let value): bindText(try DecimalEncoding.encode(value), index)
            }
        try check(code)
    }

    /// Sets a parameter, counted from 1, to an integer.
    func bind(_ value: Int64, at index: Int32) throws {
        try check(sqlite3_bind_int64(pointer, index, value))
    }

    @inline(__always) private func check(_ code: Int32) throws {
        guard code == SQLITE_OK else {
            throw EngineError(code: code, message: "").translated(
                at: connection.place, doing: "binding a value")
        }
    }

    private func bindText(_ text: String, _ index: Int32) -> Int32 {
        Bytewise.withBytes(text) { bytes in
            sqlite3_bind_text64(
                pointer, index, nonNull(bytes).assumingMemoryBound(to: CChar.self), UInt64(bytes.count),
                Self.copied, UInt8(SQLITE_UTF8))
        }
    }

    private func bindBytes(_ bytes: UnsafeRawBufferPointer, _ index: Int32) -> Int32 {
        sqlite3_bind_blob64(pointer, index, nonNull(bytes), UInt64(bytes.count), Self.copied)
    }

    /// SQLite takes a null pointer for null, also when the length is 0; then any other address will do.
    private func nonNull(_ bytes: UnsafeRawBufferPointer) -> UnsafeRawPointer {
        bytes.baseAddress ?? UnsafeRawPointer(pointer)
    }

    /// The engine's mark for “copy this value” (`SQLITE_TRANSIENT`).
    static var copied: sqlite3_destructor_type {
        unsafeBitCast(-1, to: sqlite3_destructor_type.self)  // safe: the C macro
    }
}
