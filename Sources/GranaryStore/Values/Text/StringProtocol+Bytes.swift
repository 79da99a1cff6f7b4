/// Text as the bytes that systems, engines and formats read, for every rule that searches for a character.
///
/// A `Character` is a base character with all marks after it: a separator before a combining mark is another
/// `Character` than the separator alone, and a carriage return with a line feed is neither of the two.
extension StringProtocol where UTF8View: BidirectionalCollection {
    /// Whether the text begins with the bytes of another.
    package func begins(with start: String) -> Bool { utf8.starts(with: start.utf8) }

    /// Whether the text ends with the bytes of another.
    package func ends(with end: String) -> Bool { utf8.reversed().starts(with: end.utf8.reversed()) }

    /// Whether this text contains the bytes of another.
    package func holds(_ part: String) -> Bool { utf8.firstRange(of: part.utf8) != nil }

    /// The rest after a prefix; `nil` for a text without it.
    package func rest(after start: String) -> String? {
        begins(with: start) ? String(decoding: utf8.dropFirst(start.utf8.count), as: UTF8.self) : nil
    }

    /// The rest before a suffix; `nil` for a text without it.
    package func part(before end: String) -> String? {
        ends(with: end) ? String(decoding: utf8.dropLast(end.utf8.count), as: UTF8.self) : nil
    }

    /// The parts between the occurrences of a separator, including empty ones.
    package func parts(between sign: Unicode.Scalar) -> [String] {
        unicodeScalars.split(separator: sign, omittingEmptySubsequences: false).map {
            String(String.UnicodeScalarView($0))
        }
    }

    /// The parts before and after the first occurrence of a text; `nil` without one.
    package func halves(atFirst part: String) -> (before: String, after: String)? {
        utf8.firstRange(of: part.utf8).map(halves)
    }

    /// The parts before and after the last occurrence of a separator; `nil` without one.
    package func halves(atLast sign: Unicode.Scalar) -> (before: String, after: String)? {
        guard let last = unicodeScalars.lastIndex(of: sign) else { return nil }
        return halves(last..<unicodeScalars.index(after: last))
    }

    private func halves(_ range: Range<Index>) -> (before: String, after: String) {
        (
            String(decoding: utf8[..<range.lowerBound], as: UTF8.self),
            String(decoding: utf8[range.upperBound...], as: UTF8.self)
        )
    }
}
