/// A second reading of searches, slow and plain: lists of words, compared one by one.
///
/// It knows the texts and searches that ``RandomExpressions`` makes.
indirect enum NaiveSearch {
    case phrase([String], isBeginning: Bool)
    case both(NaiveSearch, NaiveSearch)
    case either(NaiveSearch, NaiveSearch)
    case not(NaiveSearch)

    /// A word of a text, folded, and its scalars.
    struct Word {
        var folded: String
        var place: Range<Int>
    }

    init(_ text: String) {
        var pieces = Self.pieces(of: text)[...]
        self = Self.either(&pieces)
    }

    // MARK: Meaning

    func matches(_ text: String) -> Bool { holds(for: Self.words(of: text)) }

    func rank(of text: String) -> Double {
        let words = Self.words(of: text)
        return phrases.reduce(0) { sum, phrase in
            let count = Double(phrase.occurrences(in: words).count)
            return sum + count / (count + 1 + Double(words.count) / 100)
        }
    }

    func highlighted(_ text: String, from start: String, to end: String) -> String {
        let (words, scalars) = (Self.words(of: text), Array(text.unicodeScalars))
        var isInside = [Bool](repeating: false, count: scalars.count + 1)
        for phrase in phrases {
            for found in phrase.occurrences(in: words) {
                for index in words[found.lowerBound].place
                    .lowerBound..<words[found.upperBound - 1].place.upperBound
                {
                    isInside[index] = true
                }
            }
        }
        var result = String.UnicodeScalarView()
        for (index, scalar) in scalars.enumerated() {
            if isInside[index], index == 0 || !isInside[index - 1] { result += Array(start.unicodeScalars) }
            result.append(scalar)
            if isInside[index], !isInside[index + 1] { result += Array(end.unicodeScalars) }
        }
        return String(result)
    }

    private func holds(for words: [Word]) -> Bool {
        switch self {
        case .phrase: !occurrences(in: words).isEmpty
        case .both(let left, let right): left.holds(for: words) && right.holds(for: words)
        case .either(let left, let right): left.holds(for: words) || right.holds(for: words)
        case .not(let inner): !inner.holds(for: words)
        }
    }

    /// The phrases outside `NOT`.
    private var phrases: [NaiveSearch] {
        switch self {
        case .phrase: [self]
        case .both(let left, let right), .either(let left, let right): left.phrases + right.phrases
        case .not: []
        }
    }

    /// The places of a phrase in a list of words.
    private func occurrences(in words: [Word]) -> [Range<Int>] {
        guard case .phrase(let phrase, let isBeginning) = self else { return [] }
        return words.indices.compactMap { start in
            let end = start + phrase.count
            guard end <= words.count else { return nil }
            for (offset, wanted) in phrase.enumerated() {
                let word = words[start + offset].folded
                let fits = isBeginning && offset == phrase.count - 1 ? word.hasPrefix(wanted) : word == wanted
                if !fits { return nil }
            }
            return start..<end
        }
    }

    // MARK: Words

    private static func words(of text: String) -> [Word] {
        var (words, isOpen): ([Word], Bool) = ([], false)
        for (index, scalar) in text.unicodeScalars.enumerated() {
            switch scalar.properties.generalCategory {
            case .nonspacingMark:
                if isOpen {
                    words[words.count - 1].place = words[words.count - 1].place.lowerBound..<index + 1
                }
            case .uppercaseLetter, .lowercaseLetter, .otherLetter, .decimalNumber:
                let plain =
                    scalar == "\u{E9}" ? "e" : scalar == "\u{DF}" ? "ss" : scalar.properties.lowercaseMapping
                if !isOpen { words.append(Word(folded: "", place: index..<index)) }
                words[words.count - 1].folded += plain
                words[words.count - 1].place = words[words.count - 1].place.lowerBound..<index + 1
                isOpen = true
            default: isOpen = false
            }
        }
        return words
    }

    // MARK: Grammar

    /// The words and signs of a search; a phrase with its quotation marks, and an asterisk with what is before it.
    private static func pieces(of text: String) -> [String] {
        var (pieces, piece, isQuoted): ([String], String, Bool) = ([], "", false)
        for character in text {
            if character == "\"" { isQuoted.toggle() }
            let isSign = character == "(" || character == ")"
            if !isQuoted, character == " " || isSign {
                pieces.append(piece)
                piece = ""
            }
            if isSign {
                pieces.append("\(character)")
            } else if isQuoted || character != " " {
                piece.append(character)
            }
        }
        return (pieces + [piece]).filter { !$0.isEmpty }
    }

    private static func either(_ pieces: inout ArraySlice<String>) -> NaiveSearch {
        let left = both(&pieces)
        guard pieces.first == "OR" else { return left }
        pieces.removeFirst()
        return .either(left, either(&pieces))
    }

    private static func both(_ pieces: inout ArraySlice<String>) -> NaiveSearch {
        let left = one(&pieces)
        if pieces.first == "AND" { pieces.removeFirst() }
        guard let next = pieces.first, next != "OR", next != ")" else { return left }
        return .both(left, both(&pieces))
    }

    private static func one(_ pieces: inout ArraySlice<String>) -> NaiveSearch {
        switch pieces.removeFirst() {
        case "NOT": return .not(one(&pieces))
        case "(":
            let inner = either(&pieces)
            pieces.removeFirst()
            return inner
        case let phrase:
            return .phrase(words(of: phrase).map(\.folded), isBeginning: phrase.hasSuffix("*"))
        }
    }
}
