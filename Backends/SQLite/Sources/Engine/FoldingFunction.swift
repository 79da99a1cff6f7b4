internal import CSQLite
internal import GranarySQL
internal import GranaryStore

/// The core's folding of texts as an SQL function, over its own tables: SQLite folds the letters of ASCII alone.
enum FoldingFunction {
    private static let name = "granary_folded"

    /// The call that folds a text.
    static func call(_ text: SQLText, _ folding: TextFolding) -> SQLText {
        "\(verbatim: name)(\(text), \(number: Int(folding.rawValue)))"
    }

    /// The call by which statements that write rows fill the columns of folded texts.
    static func call(_ text: String) -> String { "\(name)(\(text), \(TextFolding.caseInsensitive.rawValue))" }

    /// Adds the function to a connection.
    static func register(on connection: Connection) throws {
        let code = sqlite3_create_function_v2(
            connection.handle.pointer, name, 2, SQLITE_UTF8 | SQLITE_DETERMINISTIC, nil,
            { context, _, arguments in FoldingFunction.fold(context, arguments) }, nil, nil, nil)
        guard code == SQLITE_OK else {
            throw EngineError(code: code, message: "").translated(
                at: connection.place, doing: "defining a function")
        }
    }

    private static func fold(_ context: OpaquePointer?, _ arguments: UnsafeMutablePointer<OpaquePointer?>?) {
        guard let arguments, sqlite3_value_type(arguments[0]) == SQLITE_TEXT,
            let start = sqlite3_value_text(arguments[0])
        else { return sqlite3_result_null(context) }
        // The number of bytes is that of the text just asked for, so it is asked for afterwards.
        let text = UnsafeRawBufferPointer(start: start, count: Int(sqlite3_value_bytes(arguments[0])))
        let folding = TextFolding(
            rawValue: UInt8(truncatingIfNeeded: sqlite3_value_int64(arguments[1])))
        folding.foldedBytes(text).withUnsafeBytes { folded in
            guard let start = folded.baseAddress?.assumingMemoryBound(to: CChar.self) else {
                return sqlite3_result_text(context, "", 0, Statement.copied)
            }
            sqlite3_result_text64(
                context, start, UInt64(folded.count), Statement.copied, UInt8(SQLITE_UTF8))
        }
    }
}
