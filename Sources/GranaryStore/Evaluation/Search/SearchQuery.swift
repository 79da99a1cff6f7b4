/// What to search texts for: words, phrases and beginnings of words, with `AND`, `OR` and `NOT`.
///
/// ```swift
/// let search = try SearchQuery(parsing: #"wind sail* NOT "dead calm""#)
/// print(search.matches("Sailing into the wind"))
/// ```
///
/// The guide *Searching texts* has the grammar. A word is the same in upper and lower case and with or without
/// diacritical marks, by Granary's own version of Unicode. So the same texts are found on every store.
public struct SearchQuery: Sendable {
    /// The text that was parsed.
    public let text: String
    let condition: SearchCondition
    let matcher: SearchMatcher
    /// The last words of the phrases outside `NOT`, as bits; a word by itself is a phrase too.
    let wanted: UInt64

    /// Reads what to search for.
    ///
    /// - Throws: ``GranaryError/Code/query``, with the place in the text, counted from 1, for what is not in the grammar,
    ///   for more than ``longest`` characters, ``mostWords`` words or ``deepest`` levels of parentheses and of `NOT`, and
    ///   where there is no word.
    public init(parsing text: String) throws(GranaryError) {
        var parser = try SearchParser(text)
        condition = try parser.search()
        matcher = SearchMatcher(parser.words)
        wanted = condition.wanted
        self.text = text
    }

    /// The largest number of characters, which are Unicode scalars.
    public static var longest: Int { 1_000 }
    /// The largest number of words.
    public static var mostWords: Int { 64 }
    /// The largest number of levels of parentheses and of `NOT`.
    public static var deepest: Int { 32 }
}

extension SearchQuery {
    /// Whether a text is one of those searched for.
    ///
    /// - Complexity: linear in the text.
    public func matches(_ text: String) -> Bool { Bytewise.withBytes(text, matches(bytes:)) }

    /// Whether a text in UTF-8 is one of those searched for.
    package func matches(bytes text: UnsafeRawBufferPointer) -> Bool {
        let (condition, canStop) = (condition, !condition.hasNegation)
        var (found, holds) = (0 as UInt64, false)
        matcher.forEachWord(of: text) { ended, _ in
            if ended & ~found == 0 { return true }
            found |= ended
            // Without `NOT`, what holds stays so.
            if canStop { holds = condition.holds(found) }
            return !holds
        }
        return holds || condition.holds(found)
    }

    /// How well a text fits, so that texts can be ordered by it: 0 without a word of the search.
    ///
    /// Each word, phrase and beginning outside `NOT` that occurs *n* times in a text of *w* words counts
    /// *n* ÷ (*n* + 1 + *w* ÷ 100), and the rank is the sum. So each counts less than 1, different words more than one that
    /// is repeated, and short texts more than long ones. It depends on the text alone, not on other texts.
    /// - Complexity: linear in the text.
    public func rank(of text: String) -> Double { Bytewise.withBytes(text, rank(ofBytes:)) }

    /// How well a text in UTF-8 fits.
    package func rank(ofBytes text: UnsafeRawBufferPointer) -> Double {
        var counts = [Double](repeating: 0, count: matcher.count)
        var length = 0.0
        matcher.forEachWord(of: text) { ended, _ in
            length += 1
            (ended & wanted).forEachBit { counts[$0] += 1 }
            return true
        }
        return counts.reduce(0) { $0 + $1 / ($1 + 1 + length / 100) }
    }

    /// Where words, phrases and beginnings outside `NOT` occur in a text, from its beginning on; those that overlap are one.
    ///
    /// They are there too where the text as a whole is none of those searched for.
    /// - Complexity: linear in the text.
    public func ranges(in text: String) -> [Range<String.Index>] {
        places(in: text).map { place in
            let start = text.utf8.index(text.startIndex, offsetBy: place.lowerBound)
            return start..<text.utf8.index(start, offsetBy: place.count)
        }
    }

    /// The same as places of bytes of UTF-8.
    private func places(in text: String) -> [Range<Int>] {
        var (words, found): ([Range<Int>], [Range<Int>]) = ([], [])
        Bytewise.withBytes(text) { bytes in
            matcher.forEachWord(of: bytes) { ended, place in
                words.append(place)
                (ended & wanted).forEachBit { last in
                    // Of the phrases that end here one may begin before those found last.
                    var start = words[words.count - matcher.length(ofPhraseEndingAt: last)].lowerBound
                    while let before = found.last, before.upperBound > start {
                        start = min(start, before.lowerBound)
                        found.removeLast()
                    }
                    found.append(start..<place.upperBound)
                }
                return true
            }
        }
        return found
    }

    /// A text with two others before and behind each of its ``ranges(in:)``.
    func highlighted(_ text: String, from start: String, to end: String) -> String {
        var (result, rest) = ("", text.startIndex)
        for range in ranges(in: text) {
            result.append(contentsOf: text[rest..<range.lowerBound])
            result += start
            result.append(contentsOf: text[range])
            result += end
            rest = range.upperBound
        }
        result.append(contentsOf: text[rest...])
        return result
    }
}

extension SearchQuery: Hashable {
    /// Whether both were made of the same text, by its UTF-8 bytes.
    public static func == (left: Self, right: Self) -> Bool { Bytewise.equal(left.text, right.text) }

    /// Hashes the text.
    public func hash(into hasher: inout Hasher) { text.hashBytes(into: &hasher) }
}

extension UInt64 {
    /// Calls a closure with the position of each bit that is set, from the lowest on.
    fileprivate func forEachBit(_ body: (Int) -> Void) {
        var rest = self
        while rest != 0 {
            body(rest.trailingZeroBitCount)
            rest &= rest &- 1
        }
    }
}
