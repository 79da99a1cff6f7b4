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
                if byte.isLetterOrDigit {
                    if word.isSingle, !word.finish(body) { return }
                    let start = index
                    repeat { index += 1 } while index < text.count && text[index].isLetterOrDigit
                    word.append(UnsafeRawBufferPointer(rebasing: text[start..<index]), at: start)
                } else {
                    if !word.finish(body) { return }
                    index += 1
                }
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

/// A word that more characters may be added to.
private struct OpenWord {
    var isSingle = false
    /// Where the word ends so far.
    var end = 0
    private var start = 0
    private var isASCII = true
    /// The bytes of the word, and behind them what is left of longer ones.
    private var bytes = [UInt8](repeating: 0, count: 32)
    private var count = 0

    var isEmpty: Bool { count == 0 }

    /// Adds letters and digits of ASCII, folded.
    mutating func append(_ letters: UnsafeRawBufferPointer, at index: Int) {
        reserve(letters.count, from: index)
        for byte in letters {
            bytes[count] = byte &- UInt8(ascii: "A") < 26 ? byte | 0x20 : byte
            count += 1
        }
    }

    /// Adds another character, whose indices are its place in the text.
    mutating func append(_ character: Slice<UnsafeRawBufferPointer>) {
        reserve(character.count, from: character.startIndex)
        isASCII = false
        for byte in character {
            bytes[count] = byte
            count += 1
        }
    }

    private mutating func reserve(_ more: Int, from index: Int) {
        if count == 0 { start = index }
        end = index + more
        let missing = count + more - bytes.count
        if missing > 0 { bytes += [UInt8](repeating: 0, count: max(missing, bytes.count)) }
    }

    /// Reports the word if there is one, and begins the next; returns whether to go on.
    mutating func finish(_ body: (UnsafeRawBufferPointer, Range<Int>) -> Bool) -> Bool {
        if count == 0 { return true }
        let goesOn = bytes.withUnsafeBytes { bytes in
            let word = UnsafeRawBufferPointer(rebasing: bytes[..<count])
            if isASCII { return body(word, start..<end) }
            var folder = TextFolder(TextWords.folding, capacity: count)
            folder.append(word)
            let folded = folder.finished()
            return folded.isEmpty || folded.withUnsafeBytes { body($0, start..<end) }
        }
        (count, isASCII, isSingle) = (0, true, false)
        return goesOn
    }
}

extension UInt8 {
    /// Whether the byte is a letter or digit of ASCII.
    fileprivate var isLetterOrDigit: Bool { (self | 0x20) &- 0x61 < 26 || self &- 0x30 < 10 }
}
