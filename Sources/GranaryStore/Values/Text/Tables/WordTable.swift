/// What each character is in words, in two steps: a page, then a place on it.
struct WordTable: Sendable {
    /// What a character is in words.
    enum Part: UInt8, Sendable {
        /// It ends a word, and belongs to none.
        case none
        /// A letter or digit, which words are made of.
        case letter
        /// A letter of a script without spaces between words: it is one by itself.
        case single
        /// A sign that goes on with a word, and begins none.
        case extending
        /// A mark that folding removes.
        case mark
        /// An invisible character that is no part of a word, and does not end one.
        case format
    }

    private var pageNumbers = [UInt16](repeating: 0, count: 0x1100)
    private var parts = [Part](repeating: .none, count: 256)

    /// Makes a table of ranges, some of which have marks in them.
    init(_ ranges: [(Part, [ClosedRange<UInt32>])], marks: some Sequence<UInt32>) {
        for (part, ranges) in ranges {
            for scalar in ranges.joined() { set(scalar, part) }
        }
        for mark in marks { set(mark, .mark) }
    }

    /// What a code point is.
    subscript(scalar: UInt32) -> Part {
        guard scalar < 0x11_0000 else { return .none }
        return parts[Int(pageNumbers[Int(scalar >> 8)]) << 8 | Int(scalar & 0xff)]
    }

    private mutating func set(_ scalar: UInt32, _ part: Part) {
        guard scalar < 0x11_0000 else { return }
        let page = Int(scalar >> 8)
        if pageNumbers[page] == 0 {
            pageNumbers[page] = UInt16(parts.count >> 8)
            parts += repeatElement(.none, count: 256)
        }
        parts[Int(pageNumbers[page]) << 8 | Int(scalar & 0xff)] = part
    }
}
