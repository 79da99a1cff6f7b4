/// Text as the bytes that systems, engines and formats read, for every rule that looks for a sign.
///
/// A `Character` is a sign with all marks behind it: a separator before a combining mark is another `Character` than the
/// separator alone, and a carriage return with a line feed is neither of the two.
extension StringProtocol where UTF8View: BidirectionalCollection {
    /// Whether the text begins with the bytes of another.
    package func begins(with start: String) -> Bool { utf8.starts(with: start.utf8) }

    /// Whether the text ends with the bytes of another.
    package func ends(with end: String) -> Bool { utf8.reversed().starts(with: end.utf8.reversed()) }

    /// Whether the bytes of another text stand somewhere in this one.
    package func holds(_ part: String) -> Bool { utf8.firstRange(of: part.utf8) != nil }

    /// What stands behind a beginning; `nil` for a text that begins otherwise.
    package func rest(after start: String) -> String? {
        begins(with: start) ? String(decoding: utf8.dropFirst(start.utf8.count), as: UTF8.self) : nil
    }

    /// What stands before an end; `nil` for a text that ends otherwise.
    package func part(before end: String) -> String? {
        ends(with: end) ? String(decoding: utf8.dropLast(end.utf8.count), as: UTF8.self) : nil
    }

    /// The parts between all places where a sign stands, empty ones among them.
    package func parts(between sign: Unicode.Scalar) -> [String] {
        unicodeScalars.split(separator: sign, omittingEmptySubsequences: false).map {
            String(String.UnicodeScalarView($0))
        }
    }

    /// What stands before and behind the first place of a text; `nil` where it does not stand.
    package func halves(atFirst part: String) -> (before: String, after: String)? {
        utf8.firstRange(of: part.utf8).map(halves)
    }

    /// What stands before and behind the last place of a sign; `nil` where it does not stand.
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
