/// The words of texts, by which texts are searched.
///
/// A word is a run of letters and digits with the marks among them, folded: without regard to case and diacritical
/// marks. All other characters stand between words. These are the rules of Unicode's annex 29, simplified: an apostrophe,
/// a full stop or an underscore ends a word everywhere, and each letter of Chinese, Hiragana, Thai, Lao, Khmer and Burmese
/// is a word by itself, since there are no spaces between their words. The tables are Granary's own, from one version of
/// Unicode.
package enum TextWords {
    /// The options under which words are the same.
    package static let folding: TextFolding = [.caseInsensitive, .diacriticInsensitive]

    /// Calls a closure with each word of a text in UTF-8, folded, and the bytes where it stands, until the closure returns
    /// false.
    ///
    /// - Complexity: linear in the text.
    static func forEach(
        in text: UnsafeRawBufferPointer, _ body: (_ word: UnsafeRawBufferPointer, _ place: Range<Int>) -> Bool
    ) {
        let table = FoldingTables.words
        var word = OpenWord()
        var index = 0
        while index < text.count {
            let byte = text[index]
            if byte < 0x80 {
                if table[UInt32(byte)] == .letter {
                    if word.isSingle, !word.finish(body) { return }
                    word.append(byte, at: index)
                } else if !word.finish(body) {
                    return
                }
                index += 1
                continue
            }
            let end = min(index + UTF8Step.length(leading: byte), text.count)
            let bytes = text[index..<end]
            switch table[UTF8Step.decode(bytes)] {
            case .letter:
                if word.isSingle, !word.finish(body) { return }
                word.append(bytes)
            case .single:
                if !word.finish(body) { return }
                word.append(bytes)
                word.isSingle = true
            case .extending: if !word.isEmpty { word.append(bytes) }
            case .mark: if !word.isEmpty { word.end = end }
            case .format: break
            case .none: if !word.finish(body) { return }
            }
            index = end
        }
        _ = word.finish(body)
    }

    /// The words of a text, folded.
    package static func words(of text: String) -> [[UInt8]] {
        var words: [[UInt8]] = []
        Bytewise.withBytes(text) { bytes in
            forEach(in: bytes) { word, _ in
                words.append(Array(word))
                return true
            }
        }
        return words
    }
}

/// A word of which more characters may come.
private struct OpenWord {
    var isSingle = false
    /// Where the word ends so far.
    var end = 0
    private var start = 0
    private var isASCII = true
    private var bytes: [UInt8] = []

    var isEmpty: Bool { bytes.isEmpty }

    /// Adds a letter or digit of ASCII.
    mutating func append(_ byte: UInt8, at index: Int) {
        if bytes.isEmpty { start = index }
        end = index + 1
        bytes.append(byte &- UInt8(ascii: "A") < 26 ? byte | 0x20 : byte)
    }

    /// Adds another character, whose place in the text its indices tell.
    mutating func append(_ character: Slice<UnsafeRawBufferPointer>) {
        if bytes.isEmpty { start = character.startIndex }
        end = character.endIndex
        isASCII = false
        bytes.append(contentsOf: character)
    }

    /// Reports the word if there is one, and begins the next; returns whether to go on.
    mutating func finish(_ body: (UnsafeRawBufferPointer, Range<Int>) -> Bool) -> Bool {
        if bytes.isEmpty { return true }
        defer {
            bytes.removeAll(keepingCapacity: true)
            (isASCII, isSingle) = (true, false)
        }
        if isASCII { return bytes.withUnsafeBytes { body($0, start..<end) } }
        let folded = bytes.withUnsafeBytes { bytes in
            var folder = TextFolder(TextWords.folding, capacity: bytes.count)
            folder.append(bytes)
            return folder.finished()
        }
        return folded.isEmpty || folded.withUnsafeBytes { body($0, start..<end) }
    }
}
