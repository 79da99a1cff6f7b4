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
        try connection.addFunction(name, of: 2) { context, _, arguments in
            FoldingFunction.fold(context, arguments)
        }
    }

    private static func fold(_ context: OpaquePointer?, _ arguments: UnsafeMutablePointer<OpaquePointer?>?) {
        guard let arguments, let text = FunctionArgument.text(arguments[0]) else {
            return sqlite3_result_null(context)
        }
        let folding = TextFolding(
            rawValue: UInt8(truncatingIfNeeded: sqlite3_value_int64(arguments[1])))
        folding.foldedBytes(text).withUnsafeBytes { FunctionArgument.give($0, context) }
    }
}
