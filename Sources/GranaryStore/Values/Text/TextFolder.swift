/// Folds the UTF-8 bytes of one text.
struct TextFolder {
    private let foldsCase: Bool
    private let removesMarks: Bool
    private let table: FoldingTable
    private var output: [UInt8] = []
    private var orderedMarks = 0

    /// Makes a folder for a text of about so many bytes; at least one option must be set.
    init(_ options: TextFolding, capacity: Int) {
        foldsCase = options.contains(.caseInsensitive)
        removesMarks = options.contains(.diacriticInsensitive)
        table =
            removesMarks
            ? (foldsCase ? FoldingTables.both : FoldingTables.markRemoval) : FoldingTables.caseFolding
        output.reserveCapacity(capacity)
    }

    /// Folds the bytes of a valid text.
    mutating func append(_ bytes: UnsafeRawBufferPointer) {
        var index = 0
        while index < bytes.count {
            let byte = bytes[index]
            if byte < 0x80 {
                let isUpper = foldsCase && byte >= UInt8(ascii: "A") && byte <= UInt8(ascii: "Z")
                output.append(isUpper ? byte | 0x20 : byte)
                index += 1
            } else {
                let end = min(index + UTF8Step.length(leading: byte), bytes.count)
                appendScalar(bytes[index..<end])
                index = end
            }
        }
    }

    /// The folded bytes.
    consuming func finished() -> [UInt8] {
        removesMarks && orderedMarks > 1 ? CanonicalOrder.sorted(output) : output
    }

    private mutating func appendScalar(_ bytes: Slice<UnsafeRawBufferPointer>) {
        let scalar = UTF8Step.decode(bytes)
        if removesMarks, HangulSyllable.range.contains(scalar) {
            for part in HangulSyllable.decompose(scalar) { output += UTF8.encode(part) ?? .init() }
            return
        }
        let slot = table[scalar]
        guard slot.isMapped else { return output.append(contentsOf: bytes) }
        let start = Int(slot.start)
        output.append(contentsOf: table.bytes[start..<(start + Int(slot.count))])
        if slot.needsOrder { orderedMarks += 1 }
    }
}

extension TextFolder {
    /// Folds bytes that are all ASCII, which needs no tables; `nil` when one is not.
    static func foldASCII(_ bytes: UnsafeRawBufferPointer, _ options: TextFolding) -> [UInt8]? {
        let combined = bytes.reduce(0 as UInt8) { $0 | $1 }
        guard combined < 0x80 else { return nil }
        guard options.contains(.caseInsensitive) else { return Array(bytes) }
        return Array(unsafeUninitializedCapacity: bytes.count) { buffer, count in
            for index in bytes.indices {
                let isUpper = bytes[index] &- UInt8(ascii: "A") < 26
                buffer.initializeElement(at: index, to: bytes[index] | (isUpper ? 0x20 : 0))
            }
            count = bytes.count
        }
    }
}

/// Decomposition of Hangul syllables by arithmetic (The Unicode Standard, section 3.12).
enum HangulSyllable {
    static let range: ClosedRange<UInt32> = 0xac00...0xd7a3

    /// The two or three letters of a syllable.
    static func decompose(_ scalar: UInt32) -> [Unicode.Scalar] {
        let index = scalar &- range.lowerBound
        let letters = [0x1100 &+ index / 588, 0x1161 &+ index % 588 / 28, 0x11a7 &+ index % 28]
        return letters.prefix(index % 28 == 0 ? 2 : 3).compactMap(Unicode.Scalar.init)
    }
}

/// Canonical order of the marks that folding keeps, so that equivalent texts fold to the same bytes.
enum CanonicalOrder {
    private static let classes = Dictionary(FoldingTables.orderedMarks) { first, _ in first }

    /// The text with each run of marks in the order of their combining classes, marks of one class as they
    /// stood.
    ///
    /// - Complexity: that of sorting, also for a text that is one long run.
    static func sorted(_ bytes: [UInt8]) -> [UInt8] {
        var scalars = Array(String(decoding: bytes, as: UTF8.self).unicodeScalars)
        var index = 0
        while index < scalars.count {
            let start = index
            while index < scalars.count, classes[scalars[index].value] != nil { index += 1 }
            if index - start > 1 { sort(&scalars[start..<index]) }
            index = max(index, start + 1)
        }
        return scalars.flatMap { Array(UTF8.encode($0) ?? .init()) }
    }

    private static func sort(_ run: inout ArraySlice<Unicode.Scalar>) {
        let marks = run.enumerated().map { (place: $0.offset, scalar: $0.element) }
        let ordered = marks.sorted {
            (classes[$0.scalar.value] ?? 0, $0.place) < (classes[$1.scalar.value] ?? 0, $1.place)
        }
        run = ArraySlice(ordered.map(\.scalar))
    }
}
