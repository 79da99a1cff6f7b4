extension ExpressionTree.TextFunction {
    /// The result for up to three values; `nil` when one is.
    func result(_ first: Value, _ second: Value, _ third: Value, hasThird: Bool) -> Value {
        if self == .written { return first.written }
        guard case .text(let text) = first else { return .null }
        switch self {
        case .scalarCount: return .integer(Int64(text.unicodeScalars.count))
        case .byteCount: return .integer(Int64(text.utf8.count))
        case .uppercased: return .text(TextCasing.upper.changed(text))
        case .lowercased: return .text(TextCasing.lower.changed(text))
        case .trimmed: return .text(text.trimmingWhiteSpace())
        case .read(let type): return Value(text, writtenAs: type)
        case .part:
            guard case .integer(let start) = second else { return .null }
            // From the least integer, even the greatest number of characters ends before the text.
            if !hasThird { return .text(text.part(from: max(0, start), count: .max)) }
            guard case .integer(let count) = third else { return .null }
            return .text(text.part(from: start, count: count))
        case .position:
            guard case .text(let part) = second else { return .null }
            return text.position(of: part).map { .integer(Int64($0)) } ?? .null
        case .replacing:
            guard case .text(let old) = second, case .text(let new) = third else { return .null }
            return .text(text.replacingBytes(of: old, by: new))
        case .joined, .written: return .null
        }
    }
}

extension ExpressionTree.TextFunction {
    /// The scalars with Unicode's property White_Space, which does not change.
    package static let whiteSpace: [Unicode.Scalar] =
        ([
            0x09...0x0d, 0x20...0x20, 0x85...0x85, 0xa0...0xa0, 0x1680...0x1680, 0x2000...0x200a,
            0x2028...0x2029,
        ]
        + [0x202f...0x202f, 0x205f...0x205f, 0x3000...0x3000] as [ClosedRange<UInt32>])
        .flatMap { $0.compactMap(Unicode.Scalar.init) }

    /// The bytes of a text in UTF-8 without the white space at its ends.
    package static func trimmed(_ text: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
        var (start, end) = (0, text.count)
        while start < end {
            let length = whiteSpaceLength(text, at: start)
            if length == 0 { break }
            start += length
        }
        while start < end {
            var last = end - 1
            while last > start, text[last] & 0xc0 == 0x80 { last -= 1 }
            guard whiteSpaceLength(text, at: last) == end - last else { break }
            end = last
        }
        return UnsafeRawBufferPointer(rebasing: text[start..<end])
    }

    /// How many bytes of white space begin at a position, those of one scalar of ``whiteSpace``; 0 for another scalar.
    @inline(__always) private static func whiteSpaceLength(_ text: UnsafeRawBufferPointer, at start: Int)
        -> Int
    {
        let first = text[start]
        if first < 0x80 { return first == 0x20 || (0x09...0x0d).contains(first) ? 1 : 0 }
        return wideSpaceLength(text[start...].prefix(3))
    }

    private static func wideSpaceLength(_ bytes: Slice<UnsafeRawBufferPointer>) -> Int {
        var rest = bytes.dropFirst()
        guard let first = bytes.first, let second = rest.popFirst() else { return 0 }
        if first == 0xc2 { return second == 0x85 || second == 0xa0 ? 2 : 0 }
        guard let third = rest.popFirst() else { return 0 }
        let isSpace =
            switch (first, second) {
            case (0xe1, 0x9a), (0xe3, 0x80): third == 0x80
            case (0xe2, 0x80): (0x80...0x8a).contains(third) || [0xa8, 0xa9, 0xaf].contains(third)
            case (0xe2, 0x81): third == 0x9f
            default: false
            }
        return isSpace ? 3 : 0
    }
}

extension String {
    /// The Unicode scalars from a position on, as many as a number says; those outside the text are left out.
    fileprivate func part(from start: Int64, count: Int64) -> String {
        if count <= 0 { return "" }
        let (sum, overflow) = start.addingReportingOverflow(count)
        let end = overflow ? Int64.max : sum
        let first = max(0, start)
        if end <= first { return "" }
        let scalars = unicodeScalars.dropFirst(Int(clamping: first)).prefix(Int(clamping: end - first))
        return String(String.UnicodeScalarView(scalars))
    }

    /// The position of a text by Unicode scalars; `nil` if it does not occur.
    fileprivate func position(of part: String) -> Int? {
        if part.isEmpty { return 0 }
        guard let found = utf8.firstRange(of: part.utf8) else { return nil }
        return unicodeScalars.distance(from: startIndex, to: found.lowerBound)
    }

    fileprivate func replacingBytes(of old: String, by new: String) -> String {
        if old.isEmpty { return self }
        var (result, rest) = ("", self[...])
        while let found = rest.utf8.firstRange(of: old.utf8) {
            result.append(contentsOf: rest[..<found.lowerBound])
            result.append(new)
            rest = rest[found.upperBound...]
        }
        result.append(contentsOf: rest)
        return result
    }

    fileprivate func trimmingWhiteSpace() -> String {
        Bytewise.withBytes(self) { bytes in
            let trimmed = ExpressionTree.TextFunction.trimmed(bytes)
            return trimmed.count == bytes.count ? self : String(decoding: trimmed, as: UTF8.self)
        }
    }
}
