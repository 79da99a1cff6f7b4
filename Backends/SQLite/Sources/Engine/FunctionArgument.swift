internal import CSQLite

/// What SQL functions of the core take from the engine and give it.
enum FunctionArgument {
    /// The bytes of a text, until the function returns; `nil` for other values.
    @inline(__always) static func text(_ argument: OpaquePointer?) -> UnsafeRawBufferPointer? {
        guard sqlite3_value_type(argument) == SQLITE_TEXT, let start = sqlite3_value_text(argument) else {
            return nil
        }
        // The number of bytes is that of the text just asked for, so it is asked for afterwards.
        return UnsafeRawBufferPointer(start: start, count: Int(sqlite3_value_bytes(argument)))
    }

    /// Gives a text, which the engine copies.
    @inline(__always) static func give(_ text: UnsafeRawBufferPointer, _ context: OpaquePointer?) {
        guard let start = text.baseAddress?.assumingMemoryBound(to: CChar.self) else {
            return sqlite3_result_text(context, "", 0, Statement.copied)
        }
        sqlite3_result_text64(context, start, UInt64(text.count), Statement.copied, UInt8(SQLITE_UTF8))
    }
}

extension Connection {
    /// Adds a function that gives the same for the same arguments.
    func addFunction(
        _ name: String, of arguments: Int32,
        _ function:
            @escaping @convention(c) (OpaquePointer?, Int32, UnsafeMutablePointer<OpaquePointer?>?) -> Void
    ) throws {
        let code = sqlite3_create_function_v2(
            handle.pointer, name, arguments, SQLITE_UTF8 | SQLITE_DETERMINISTIC, nil, function, nil, nil, nil)
        guard code == SQLITE_OK else {
            throw EngineError(code: code, message: "").translated(at: place, doing: "defining a function")
        }
    }
}
