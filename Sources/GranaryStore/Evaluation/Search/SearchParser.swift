/// Reads what to search for.
///
/// ```
/// search = both { "OR" both }
/// both   = one { [ "AND" ] one }
/// one    = "NOT" one | "(" search ")" | phrase [ "*" ]
/// phrase = characters without white space, or any between quotation marks
/// ```
struct SearchParser {
    /// The words of all phrases so far.
    private(set) var words: [SearchMatcher.Word] = []
    private var pieces: [SearchPiece]
    private var next = 0
    private var depth = 0
    private let end: Int

    /// Takes a search apart.
    init(_ text: String) throws(GranaryError) {
        // One more is enough to know.
        let scalars = Array(text.unicodeScalars.prefix(SearchQuery.longest + 1))
        guard scalars.count <= SearchQuery.longest else {
            throw GranaryError(
                .query,
                "A search has more than \(SearchQuery.longest) characters. Search for fewer words.")
        }
        pieces = try SearchPiece.pieces(of: scalars)
        end = scalars.count
        guard pieces.contains(where: \.isPhrase) else {
            throw GranaryError(.query, "A search has no word. Search for letters or digits.")
        }
    }

    /// The whole search.
    mutating func search() throws(GranaryError) -> SearchCondition {
        let condition = try alternatives()
        if let piece { throw problem("“)” has no “(” before it", piece) }
        return condition
    }

    private var piece: SearchPiece? { next < pieces.count ? pieces[next] : nil }

    private mutating func takes(_ kind: SearchPiece.Kind) -> Bool {
        guard piece?.kind == kind else { return false }
        next += 1
        return true
    }

    private mutating func alternatives() throws(GranaryError) -> SearchCondition {
        var parts = [try conjunction()]
        while takes(.or) { parts.append(try conjunction()) }
        return parts.count == 1 ? parts[0] : .any(parts)
    }

    private mutating func conjunction() throws(GranaryError) -> SearchCondition {
        var parts = [try one()]
        while let piece, piece.kind != .or, piece.kind != .close {
            _ = takes(.and)
            parts.append(try one())
        }
        return parts.count == 1 ? parts[0] : .all(parts)
    }

    private mutating func one() throws(GranaryError) -> SearchCondition {
        guard let piece else { throw SearchPiece.problem("A word is missing", at: end) }
        switch piece.kind {
        case .phrase(let phrase, let isBeginning):
            next += 1
            return try add(phrase, isBeginning, piece)
        case .not:
            return .not(try nested(piece) { (parser) throws(GranaryError) in try parser.one() })
        case .open:
            return try nested(piece) { (parser) throws(GranaryError) in
                let condition = try parser.alternatives()
                guard parser.takes(.close) else { throw parser.problem("“(” has no “)” behind it", piece) }
                return condition
            }
        case .close, .and, .or: throw problem("A word is missing before “\(piece.name)”", piece)
        }
    }

    /// What stands behind a piece, one level deeper.
    private mutating func nested(
        _ piece: SearchPiece, _ read: (inout SearchParser) throws(GranaryError) -> SearchCondition
    ) throws(GranaryError) -> SearchCondition {
        guard depth < SearchQuery.deepest else {
            throw problem(
                "A search has more than \(SearchQuery.deepest) levels of parentheses and “NOT”", piece)
        }
        next += 1
        depth += 1
        let condition = try read(&self)
        depth -= 1
        return condition
    }

    private mutating func add(_ phrase: [[UInt8]], _ isBeginning: Bool, _ piece: SearchPiece)
        throws(GranaryError) -> SearchCondition
    {
        guard words.count + phrase.count <= SearchQuery.mostWords else {
            throw problem("A search has more than \(SearchQuery.mostWords) words", piece)
        }
        for (position, bytes) in phrase.enumerated() {
            let isLast = position == phrase.count - 1
            words.append(
                SearchMatcher.Word(
                    bytes: bytes, isBeginning: isLast && isBeginning, position: position + 1,
                    isLast: isLast))
        }
        return .phrase(1 &<< UInt64(words.count - 1))
    }

    private func problem(_ what: String, _ piece: SearchPiece) -> GranaryError {
        SearchPiece.problem(what, at: piece.start)
    }
}
