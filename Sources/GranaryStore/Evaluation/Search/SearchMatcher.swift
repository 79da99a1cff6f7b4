/// Finds the phrases of a search in the words of texts.
///
/// The words of all phrases stand in one list, with a bit for each. The state is the set of words that end a part of their
/// phrase at the last word of the text: it moves by one bit for the next word, which keeps those that fit (Shift-And).
struct SearchMatcher: Sendable {
    /// A word of a phrase, folded.
    struct Word: Sendable {
        let bytes: [UInt8]
        /// Whether words that begin so fit too.
        var isBeginning = false
        /// The number of words of the phrase up to this one; 1 for its first.
        let position: Int
        /// Whether it is the last word of its phrase.
        var isLast = false
    }

    private let words: [Word]
    private let first: UInt64
    private let last: UInt64
    /// The words that begin with a byte, by the byte.
    private let byByte: [UInt64]

    /// Makes a matcher for up to 64 words.
    init(_ words: [Word]) {
        var (first, last, byByte) = (0 as UInt64, 0 as UInt64, [UInt64](repeating: 0, count: 256))
        for (position, word) in words.enumerated() {
            let bit = 1 &<< UInt64(position)
            if word.position == 1 { first |= bit }
            if word.isLast { last |= bit }
            if let byte = word.bytes.first { byByte[Int(byte)] |= bit }
        }
        self.words = words
        self.first = first
        self.last = last
        self.byByte = byByte
    }

    /// The number of words of all phrases.
    var count: Int { words.count }

    /// The number of words of the phrase whose last word has a position.
    func length(ofPhraseEndingAt position: Int) -> Int { words[position].position }

    /// Calls a closure for each word of a text in UTF-8 with the last words of the phrases that end there, as bits, and its
    /// bytes, until the closure returns false.
    func forEachWord(of text: UnsafeRawBufferPointer, _ body: (_ ended: UInt64, _ place: Range<Int>) -> Bool)
    {
        var state: UInt64 = 0
        TextWords.forEach(in: text) { word, place in
            state = (state &<< 1 | first) & fitting(word)
            return body(state & last, place)
        }
    }

    /// The words that a word of a text fits, as bits.
    private func fitting(_ word: UnsafeRawBufferPointer) -> UInt64 {
        guard let byte = word.first else { return 0 }
        var (rest, fitting) = (byByte[Int(byte)], 0 as UInt64)
        while rest != 0 {
            let bit = rest & (0 &- rest)
            if words[rest.trailingZeroBitCount].fits(word) { fitting |= bit }
            rest ^= bit
        }
        return fitting
    }
}

extension SearchMatcher.Word {
    fileprivate func fits(_ word: UnsafeRawBufferPointer) -> Bool {
        guard isBeginning ? word.count >= bytes.count : word.count == bytes.count else { return false }
        return bytes.withUnsafeBytes {
            Bytewise.compare($0, UnsafeRawBufferPointer(rebasing: word[..<bytes.count])) == .equal
        }
    }
}
