internal import GranaryStore

/// Finds where a native query would pass a date to one of SQLite's functions of dates.
///
/// Dates are stored as microseconds, which these functions take for days or seconds, so that they give `NULL` or another
/// date. A date that is calculated with, as in `strftime('%Y', seen / 1000000, 'unixepoch')`, is allowed.
struct DateUse {
    private let tokens: [NativeToken]

    /// The faults of a query's use of dates, as sentences; `nil` without any.
    static func problem(in parts: [NativeStatement.Part]) -> String? {
        let use = DateUse(tokens: NativeToken.all(in: parts))
        for (position, token) in use.tokens.enumerated() {
            guard case .date(let name) = token, let function = use.dateFunction(around: position) else {
                continue
            }
            let what = name.map { "the dates of “\($0)”" } ?? "a bound date"
            return
                "SQLite keeps dates as microseconds since 1970, so `\(function.lowercased())` cannot read \(what). Select from the readable view, which `\\(readable:)` names, or divide by 1000000 and add 'unixepoch'."
        }
        return nil
    }

    /// The faults of bound values in a query of the readable form of tables, as sentences; `nil` without any.
    static func problem(besideReadable parts: [NativeStatement.Part]) -> String? {
        var isReadable = false
        var isStored = false
        var bound: String?
        for part in parts {
            switch part {
            case .readable: isReadable = true
            case .identifier: isStored = true
            case .parameter(.date): bound = "date"
            case .parameter(.decimal): bound = "decimal"
            case .parameter(.uuid): bound = "UUID"
            case .text, .column, .parameter: break
            }
        }
        guard isReadable, !isStored, let bound else { return nil }
        return
            "The readable view of a table holds dates, decimals and UUIDs as texts, which a bound \(bound) never equals. Bind a text, or select from the table itself."
    }

    private static let functions: Set<String> = [
        "DATE", "TIME", "DATETIME", "JULIANDAY", "UNIXEPOCH", "STRFTIME", "TIMEDIFF",
    ]
    /// The functions that return one of the dates they are given.
    private static let choices: Set<String> = ["MIN", "MAX", "COALESCE", "IFNULL", "NULLIF", "IIF"]

    private func token(_ position: Int) -> NativeToken? {
        tokens.indices.contains(position) ? tokens[position] : nil
    }

    /// The function of dates that an argument goes to, directly or through functions that choose among dates.
    private func dateFunction(around position: Int) -> String? {
        var (first, last) = (position, position)
        while isArgument(first, last) {
            guard let open = tokens.parenthesis(before: first), let close = tokens.parenthesis(behind: last)
            else {
                return nil
            }
            guard case .word(let function)? = token(open - 1) else {
                (first, last) = (open, close)
                continue
            }
            if Self.functions.contains(function) { return function }
            guard Self.choices.contains(function) else { return nil }
            (first, last) = (open - 1, close)
        }
        return nil
    }

    /// Whether nothing but parentheses and commas is next to some tokens; the name of a table may be before them.
    private func isArgument(_ first: Int, _ last: Int) -> Bool {
        let before = token(first - 1) == .sign(".") ? first - 3 : first - 1
        let isFirst = token(before) == .sign("(") || token(before) == .sign(",")
        return isFirst && (token(last + 1) == .sign(")") || token(last + 1) == .sign(","))
    }
}
