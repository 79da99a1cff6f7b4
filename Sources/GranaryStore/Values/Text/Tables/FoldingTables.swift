/// The tables of text folding, of functions of case and of words, made from the generated texts when first used.
enum FoldingTables {
    /// The result of case folding for each code point.
    static let caseFolding = FoldingTable(entries: entries(of: caseFoldingText))

    /// The upper case of each code point.
    static let upperCase = FoldingTable(entries: entries(of: upperCaseText))

    /// The lower case of each code point.
    static let lowerCase = FoldingTable(entries: entries(of: lowerCaseText))

    /// The result of decomposition and removal of marks for each code point.
    static let markRemoval = FoldingTable(entries: entries(of: markRemovalText))

    /// The result of both for each code point: marks removed, case folded, and marks removed that folding brought in.
    static let both: FoldingTable = {
        let cases = Dictionary(entries(of: caseFoldingText)) { first, _ in first }
        let marks = Dictionary(entries(of: markRemovalText)) { first, _ in first }
        func fold(_ scalar: UInt32) -> [UInt32] {
            (marks[scalar] ?? [scalar]).flatMap { cases[$0] ?? [$0] }.flatMap { marks[$0] ?? [$0] }
        }
        return FoldingTable(entries: Set(cases.keys).union(marks.keys).sorted().map { ($0, fold($0)) })
    }()

    /// What each character is in words.
    static let words = WordTable(
        [
            (.letter, ranges(of: letterText)), (.single, ranges(of: singleText)),
            (.extending, ranges(of: extendingText)), (.format, ranges(of: formatText)),
        ], marks: entries(of: markRemovalText).lazy.filter(\.1.isEmpty).map(\.0))

    /// Reads a generated text into code points and their replacements.
    private static func entries(of text: StaticString) -> [(UInt32, [UInt32])] {
        text.withUTF8Buffer { bytes in
            bytes.split { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\n") }.flatMap {
                entries(ofWord: Array($0))
            }
        }
    }

    /// Reads one word, such as `100-12e/2:101`.
    private static func entries(ofWord word: [UInt8]) -> [(UInt32, [UInt32])] {
        let sides = word.split(separator: UInt8(ascii: ":"), maxSplits: 1, omittingEmptySubsequences: false)
        guard sides.count == 2 else { return [] }
        let range = sides[0].split(separator: UInt8(ascii: "/"))
        let ends = range.first?.split(separator: UInt8(ascii: "-")).map(hexadecimal) ?? []
        let targets = sides[1].split(separator: UInt8(ascii: ",")).map(hexadecimal)
        guard let first = ends.first, let last = ends.last else { return [] }
        return stride(from: first, through: last, by: range.count > 1 ? 2 : 1).map { scalar in
            (scalar, targets.map { $0 &+ (scalar &- first) })
        }
    }

    /// Reads a generated text of code points and ranges of them, such as `41-5a aa`.
    private static func ranges(of text: StaticString) -> [ClosedRange<UInt32>] {
        text.withUTF8Buffer { bytes in
            bytes.split { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\n") }.map { word in
                let ends = word.split(separator: UInt8(ascii: "-")).map { hexadecimal(Array($0)[...]) }
                return (ends.min() ?? 0)...(ends.max() ?? 0)
            }
        }
    }

    private static func hexadecimal(_ digits: ArraySlice<UInt8>) -> UInt32 {
        digits.reduce(0) { value, digit in
            value << 4 | UInt32(digit < UInt8(ascii: "a") ? digit & 0x0f : digit &- UInt8(ascii: "a") &+ 10)
        }
    }
}
