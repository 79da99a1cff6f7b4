internal import GranaryStore

/// Finds where a native query would calculate with decimals.
///
/// Decimals are stored as texts in the order of their values, which SQLite can select, order, group and compare with
/// each other. Anything else, such as `sum` or a number to compare with, would take the text for a number and answer
/// wrongly. So a decimal is allowed where the words and signs next to it are known to do no such thing.
struct DecimalUse {
    private let tokens: [NativeToken]

    /// The faults of a query's use of decimals, as sentences; `nil` without any.
    static func problem(in parts: [NativeStatement.Part]) -> String? {
        let use = DecimalUse(tokens: NativeToken.all(in: parts))
        for (position, token) in use.tokens.enumerated() {
            guard case .decimal(let name) = token, !use.isPlain(position...position) else { continue }
            let what = name.map { "the decimals of “\($0)”" } ?? "a bound decimal"
            return
                "SQLite keeps decimals as texts in the order of their values, so a native query can select, order, group and count \(what), and compare decimals with each other, but neither calculate with them nor compare them with other numbers. Ask a query of the context for that, such as `sum`, or give what you select a name with AS."
        }
        return nil
    }

    private static let wordsBefore: Set<String> = [
        "SELECT", "DISTINCT", "ALL", "BY", "WHERE", "AND", "OR", "NOT", "ON", "HAVING", "WHEN", "IN",
        "VALUES",
    ]
    private static let wordsAfter: Set<String> = [
        "FROM", "AS", "ASC", "DESC", "NULLS", "WHERE", "GROUP", "HAVING", "ORDER", "LIMIT", "AND", "OR",
        "THEN",
        "ISNULL", "NOTNULL", "UNION", "EXCEPT", "INTERSECT",
    ]
    private static let comparisons: Set<String> = ["=", "==", "<", ">", "<=", ">=", "<>", "!="]
    /// The functions that return one of the decimals they are given.
    private static let choices: Set<String> = ["MIN", "MAX", "COALESCE", "IFNULL", "NULLIF"]

    private func token(_ position: Int) -> NativeToken? {
        tokens.indices.contains(position) ? tokens[position] : nil
    }

    private func isDecimal(_ position: Int) -> Bool {
        if case .decimal? = token(position) { true } else { false }
    }

    /// Whether tokens from a position on are a decimal, or one chosen among several.
    private func startsDecimal(_ position: Int) -> Bool {
        if isDecimal(position) { return true }
        let isChoice =
            if case .word(let word)? = token(position) { Self.choices.contains(word) } else { false }
        return isChoice && token(position + 1) == .sign("(") && isDecimal(position + 2)
    }

    /// Whether tokens up to a position are a decimal, or one chosen among several.
    private func endsDecimal(_ position: Int) -> Bool {
        if isDecimal(position) { return true }
        guard token(position) == .sign(")"), let open = tokens.parenthesis(before: position) else {
            return false
        }
        return startsDecimal(open - 1)
    }

    /// Whether nothing calculates with the decimal that some tokens give.
    private func isPlain(_ value: ClosedRange<Int>) -> Bool {
        guard isPlain(before: value.lowerBound), isPlain(after: value.upperBound) else { return false }
        guard let group = self.group(around: value), !startsQuery(group) else { return true }
        guard case .word(let function)? = token(group.lowerBound - 1) else { return isPlain(group) }
        if ["COUNT", "VALUES"].contains(function) { return true }
        if function == "IN" { return holdsDecimalsOnly(group) }
        if Self.choices.contains(function) {
            return holdsDecimalsOnly(group) && isPlain(group.lowerBound - 1...group.upperBound)
        }
        return Self.wordsBefore.contains(function) && isPlain(group)
    }

    /// The parentheses around a value.
    private func group(around value: ClosedRange<Int>) -> ClosedRange<Int>? {
        guard let first = tokens.parenthesis(before: value.lowerBound),
            let last = tokens.parenthesis(behind: value.upperBound)
        else { return nil }
        return first...last
    }

    /// Whether everything in parentheses is something that a decimal can be selected from or searched in.
    private func holdsDecimalsOnly(_ group: ClosedRange<Int>) -> Bool {
        tokens[group].allSatisfy { token in
            switch token {
            case .decimal, .sign("("), .sign(")"), .sign(","), .word("DISTINCT"): true
            case .word(let word): Self.choices.contains(word)
            case .sign, .date, .other: false
            }
        }
    }

    private func startsQuery(_ group: ClosedRange<Int>) -> Bool {
        [.word("SELECT"), .word("WITH"), .word("VALUES")].contains(token(group.lowerBound + 1))
    }

    private func isPlain(before position: Int) -> Bool {
        switch token(position - 1) {
        case nil, .sign("(")?, .sign(",")?: return true
        case .word("AND")? where token(position - 3) == .word("BETWEEN"): return isDecimal(position - 2)
        case .word("IS")?, .word("BETWEEN")?: return isDecimal(position - 2)
        case .word(let word)?: return Self.wordsBefore.contains(word)
        case .sign(let sign)?:
            return Self.comparisons.contains(sign) && endsDecimal(position - 2)
        case .decimal?, .date?, .other?: return false
        }
    }

    private func isPlain(after position: Int) -> Bool {
        switch token(position + 1) {
        case nil, .sign(")")?, .sign(",")?, .sign(";")?: return true
        case .word("NOT")?: return isPlain(after: position + 1)
        case .word("NULL")? where token(position) == .word("NOT"): return true
        case .word("IS")?: return isNull(position + 2) || isDecimal(position + 2)
        case .word("IN")?: return token(position + 2) == .sign("(") && isDecimal(position + 3)
        case .word("BETWEEN")?: return isDecimal(position + 2) && isDecimal(position + 4)
        case .word(let word)?: return Self.wordsAfter.contains(word)
        case .sign(let sign)?:
            return Self.comparisons.contains(sign) && startsDecimal(position + 2)
        case .decimal?, .date?, .other?: return false
        }
    }

    private func isNull(_ position: Int) -> Bool {
        token(position) == .word("NULL")
            || (token(position) == .word("NOT") && token(position + 1) == .word("NULL"))
    }
}
