package import GranaryStore
package import GranarySQL

extension SQLiteDialect {
    /// A pattern as `GLOB`, which compares bytes, knows only `*`, `?` and `[…]`, and uses an index for a literal
    /// beginning.
    package func matches(_ text: SQLText, _ pattern: TextPattern) -> SQLText? {
        var glob = ""
        for piece in pattern.pieces {
            switch piece {
            case .anyRun: glob += "*"
            case .anyOne: glob += "?"
            case .literal(let literal):
                guard !literal.utf8.contains(0) else { return nil }
                appendLiteral(literal, to: &glob)
            }
        }
        // SQLite refuses patterns of more than 50,000 bytes.
        guard glob.utf8.count < 10_000 else { return nil }
        return "\(text) GLOB \(bind: .text(glob))"
    }

    private func appendLiteral(_ literal: String, to glob: inout String) {
        for scalar in literal.unicodeScalars {
            let isSpecial = scalar == "*" || scalar == "?" || scalar == "["
            if isSpecial { glob += "[" }
            glob.unicodeScalars.append(scalar)
            if isSpecial { glob += "]" }
        }
    }

    /// A part of a date by SQLite's own calendar, which is the proleptic Gregorian one too.
    ///
    /// The microseconds are rounded down to seconds first, and the second is made an integer, so nothing is rounded.
    package func datePart(_ part: ExpressionTree.DatePart, of date: SQLText) -> SQLText? {
        let seconds: SQLText = "((\(date) - ((\(date) % 1000000) + 1000000) % 1000000) / 1000000)"
        let number: (String) -> SQLText = { format in
            "CAST(strftime('\(verbatim: format)', \(seconds), 'unixepoch') AS INTEGER)"
        }
        return switch part {
        case .year: number("%Y")
        case .month: number("%m")
        case .day: number("%d")
        case .hour: number("%H")
        case .minute: number("%M")
        case .second: number("%S")
        case .weekday: "((\(number("%w")) + 6) % 7 + 1)"
        case .dayOfYear: number("%j")
        }
    }
}
