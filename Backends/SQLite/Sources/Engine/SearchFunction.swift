internal import CSQLite
internal import GranarySQL
internal import GranaryStore

/// The core's searches for words as SQL functions; SQLite's own full-text search finds other words.
enum SearchFunction {
    private typealias Arguments = UnsafeMutablePointer<OpaquePointer?>

    private static let (matches, rank) = ("granary_matches", "granary_rank")

    /// The call that searches a text, also one that is null; `nil` for a function that SQLite is not asked for.
    static func call(_ function: ExpressionTree.SearchFunction, _ operands: [LoweredValue]) -> SQLText? {
        switch function {
        case .matches: "\(verbatim: matches)(\(operands[0].sql), \(operands[1].sql))"
        case .rank: "\(verbatim: rank)(\(operands[0].sql), \(operands[1].sql))"
        case .highlighted: nil
        }
    }

    /// Adds the functions to a connection.
    static func register(on connection: Connection) throws {
        try connection.addFunction(matches, of: 2) { context, _, arguments in
            SearchFunction.apply(context, arguments) { search, text in
                sqlite3_result_int(context, text.map(search.matches(bytes:)) == true ? 1 : 0)
            }
        }
        try connection.addFunction(rank, of: 2) { context, _, arguments in
            SearchFunction.apply(context, arguments) { search, text in
                sqlite3_result_double(context, text.map(search.rank(ofBytes:)) ?? 0)
            }
        }
    }

    private static func apply(
        _ context: OpaquePointer?, _ arguments: Arguments?,
        _ body: (SearchQuery, UnsafeRawBufferPointer?) -> Void
    ) {
        guard let arguments, let kept = search(context, arguments[1]) else {
            // The core reads a search before any store does, so a native query has called the function.
            return sqlite3_result_error(context, "The text is no search for words.", -1)
        }
        body(kept.search, FunctionArgument.text(arguments[0]))
    }

    /// What to search for, which the engine keeps for all rows: it is a constant of the statement.
    private static func search(_ context: OpaquePointer?, _ argument: OpaquePointer?) -> KeptSearch? {
        if let kept = sqlite3_get_auxdata(context, 1) {
            return Unmanaged<KeptSearch>.fromOpaque(kept).takeUnretainedValue()
        }
        guard let bytes = FunctionArgument.text(argument),
            let search = try? SearchQuery(parsing: String(decoding: bytes, as: UTF8.self))
        else { return nil }
        let kept = KeptSearch(search)
        sqlite3_set_auxdata(context, 1, Unmanaged.passRetained(kept).toOpaque()) {
            if let kept = $0 { Unmanaged<KeptSearch>.fromOpaque(kept).release() }
        }
        return kept
    }
}

/// A search that the engine holds on to.
private final class KeptSearch {
    let search: SearchQuery

    init(_ search: SearchQuery) { self.search = search }
}
