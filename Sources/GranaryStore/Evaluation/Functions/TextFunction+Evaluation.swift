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

    private static let spaces = Set(whiteSpace)

    fileprivate static func isWhiteSpace(_ scalar: Unicode.Scalar) -> Bool { spaces.contains(scalar) }
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
        let isSpace = ExpressionTree.TextFunction.isWhiteSpace
        let scalars = unicodeScalars.drop { isSpace($0) }
        let end = scalars.lastIndex { !isSpace($0) }.map(scalars.index(after:)) ?? scalars.startIndex
        return String(String.UnicodeScalarView(scalars[..<end]))
    }
}
