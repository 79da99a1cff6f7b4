/// A piece of a search: an operator, a parenthesis, or words.
struct SearchPiece {
    /// What the piece is.
    enum Kind: Equatable {
        case and, or, not, open, close
        /// Words that stand one behind the other; of the last one perhaps the beginning alone.
        case phrase([[UInt8]], isBeginning: Bool)
    }

    let kind: Kind
    /// The position of its first character, counted from 0.
    let start: Int

    /// Whether it has words.
    var isPhrase: Bool { if case .phrase = kind { true } else { false } }

    /// An operator or parenthesis as it is written.
    var name: String {
        switch kind {
        case .and: "AND"
        case .or: "OR"
        case .not: "NOT"
        case .open: "("
        case .close: ")"
        case .phrase: "…"
        }
    }

    /// The error for a fault at a position, counted from 0.
    static func problem(_ what: String, at position: Int) -> GranaryError {
        GranaryError(
            .query,
            "\(what), at character \(position + 1) of a search. Write words, “\"” around phrases, “*” right behind beginnings, and AND, OR, NOT and parentheses."
        )
    }

    /// The pieces of a search; signs that stand alone are none.
    static func pieces(of scalars: [Unicode.Scalar]) throws(GranaryError) -> [SearchPiece] {
        var (pieces, index): ([SearchPiece], Int) = ([], 0)
        while index < scalars.count {
            let start = index
            index += 1
            switch scalars[start] {
            case "(": pieces.append(SearchPiece(kind: .open, start: start))
            case ")": pieces.append(SearchPiece(kind: .close, start: start))
            case "*": throw problem("“*” stands behind no word", at: start)
            case "\"":
                guard let end = scalars[index...].firstIndex(where: { $0 == scalars[start] }) else {
                    throw problem("A quotation mark has no other behind it", at: start)
                }
                let words = words(scalars[index..<end])
                if words.isEmpty { throw problem("There is no word between quotation marks", at: start) }
                index = end + 1
                pieces.append(phrase(words, start, scalars, &index))
            case let scalar where isSpace(scalar): break
            default:
                index = scalars[start...].firstIndex(where: endsRun) ?? scalars.count
                let run = String(String.UnicodeScalarView(scalars[start..<index]))
                let isBeginning = index < scalars.count && scalars[index] == "*"
                if !isBeginning, let kind = operators[run] {
                    pieces.append(SearchPiece(kind: kind, start: start))
                    continue
                }
                let words = TextWords.words(of: run)
                if !words.isEmpty { pieces.append(phrase(words, start, scalars, &index)) }
            }
        }
        return pieces
    }

    /// A piece of words, with the asterisk right behind them.
    private static func phrase(
        _ words: [[UInt8]], _ start: Int, _ scalars: [Unicode.Scalar], _ index: inout Int
    ) -> SearchPiece {
        let isBeginning = index < scalars.count && scalars[index] == "*"
        if isBeginning { index += 1 }
        return SearchPiece(kind: .phrase(words, isBeginning: isBeginning), start: start)
    }

    private static func words(_ scalars: ArraySlice<Unicode.Scalar>) -> [[UInt8]] {
        TextWords.words(of: String(String.UnicodeScalarView(scalars)))
    }

    private static let operators: [String: Kind] = ["AND": .and, "OR": .or, "NOT": .not]

    private static func endsRun(_ scalar: Unicode.Scalar) -> Bool {
        isSpace(scalar) || scalar == "(" || scalar == ")" || scalar == "\"" || scalar == "*"
    }

    private static func isSpace(_ scalar: Unicode.Scalar) -> Bool { spaces.contains(scalar) }

    private static let spaces = Set(ExpressionTree.TextFunction.whiteSpace)
}
