internal import CSQLite
internal import GranarySQL
internal import GranaryStore

/// Functions of the core as SQL functions: cases and square roots, which not every SQLite has alike, and white space at the
/// ends, since SQLite's `trim` reads its list of characters anew for each text
/// (Docs/Decisions/calculations-in-the-engine.md).
enum ComputingFunction {
    private typealias Arguments = UnsafeMutablePointer<OpaquePointer?>

    private static let (upper, lower) = ("granary_upper", "granary_lower")
    private static let (trimmed, squareRoot) = ("granary_trimmed", "granary_square_root")

    /// The call for a text; `nil` for a function that SQLite is not asked for by this name.
    static func call(_ function: ExpressionTree.TextFunction, _ text: SQLText) -> SQLText? {
        switch function {
        case .uppercased: "\(verbatim: upper)(\(text))"
        case .lowercased: "\(verbatim: lower)(\(text))"
        case .trimmed: "\(verbatim: trimmed)(\(text))"
        default: nil
        }
    }

    /// The call for the square root of an integer or a floating-point number.
    static func callSquareRoot(_ number: SQLText) -> SQLText { "\(verbatim: squareRoot)(\(number))" }

    /// Adds the functions to a connection.
    static func register(on connection: Connection) throws {
        try connection.addFunction(upper, of: 1) { context, _, arguments in
            ComputingFunction.change(.upper, context, arguments)
        }
        try connection.addFunction(lower, of: 1) { context, _, arguments in
            ComputingFunction.change(.lower, context, arguments)
        }
        try connection.addFunction(trimmed, of: 1) { context, _, arguments in
            guard let text = FunctionArgument.text(arguments?[0]) else {
                return sqlite3_result_null(context)
            }
            FunctionArgument.give(ExpressionTree.TextFunction.trimmed(text), context)
        }
        try connection.addFunction(squareRoot, of: 1) { context, _, arguments in
            guard let argument = arguments?[0],
                sqlite3_value_type(argument) == SQLITE_INTEGER
                    || sqlite3_value_type(argument) == SQLITE_FLOAT,
                case let number = sqlite3_value_double(argument), number >= 0
            else { return sqlite3_result_null(context) }
            sqlite3_result_double(context, number.squareRoot())
        }
    }

    private static func change(_ casing: TextCasing, _ context: OpaquePointer?, _ arguments: Arguments?) {
        guard let text = FunctionArgument.text(arguments?[0]) else { return sqlite3_result_null(context) }
        casing.withChanged(text) { FunctionArgument.give($0, context) }
    }
}
