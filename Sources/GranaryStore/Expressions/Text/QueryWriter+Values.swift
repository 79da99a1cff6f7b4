internal import FoundationEssentials

extension QueryWriter {
    /// How many values of a list, and scalars of a text, are written for a debugger.
    private static var mostValues: Int { 20 }
    private static var mostScalars: Int { 200 }

    /// The text of a constant.
    mutating func text(_ value: Value) -> String {
        if value.isNull { return "nil" }
        if constants == .hidden { return "…" }
        switch value {
        case .null: return "nil"
        case .bool(let value): return value ? "true" : "false"
        case .integer(let number): return "\(number)"
        case .real(let number): return number.isFinite ? Self.text(number) : "real(\"\(number)\")"
        case .text(let text): return quoted(text)
        case .data(let data):
            if constants == .shortened {
                return data.count == 1 ? "data(1 byte)" : "data(\(data.count) bytes)"
            }
            return "data(\"\(data.base64EncodedString())\")"
        case .date(let moment):
            return StoredDate.range.contains(moment)
                ? "date(\"\(DateText.text(ofMicroseconds: moment))\")" : "date(\(moment))"
        case .uuid(let value): return "uuid(\"\(value.uuidString)\")"
        case .decimal(let number):
            guard let parts = DecimalParts(number) else { return "decimal(\"nan\")" }
            let text = parts.plainText ?? parts.scientificText
            return "decimal(\"\(text)\")"
        }
    }

    /// The digits of a number, always with an exponent.
    private static func text(_ number: Double) -> String {
        let text = number.description
        return text.utf8.contains(UInt8(ascii: "e")) ? text : text + "e0"
    }

    private func quoted(_ text: String) -> String {
        let start = text.unicodeScalars.prefix(Self.mostScalars)
        if constants == .whole || start.endIndex == text.endIndex { return QueryWords.quoted(text, by: "\"") }
        return QueryWords.quoted(String(start), by: "\"") + "…"
    }

    /// The text of a list of constants.
    mutating func text(list values: [Value]) -> String {
        listed(values.count) { writer, position in writer.text(values[position]) }
    }

    /// The text of a list of keys.
    mutating func text(keys: [ObjectKey]) -> String {
        listed(keys.count) { writer, position in
            // A key that was made by hand may have another form than that of its parts.
            ObjectKey(keys[position].values) == keys[position]
                ? writer.text(key: keys[position].values)
                : writer.unwritable("a key of several parts that has one")
        }
    }

    private mutating func listed(_ count: Int, _ text: (inout QueryWriter, Int) -> String) -> String {
        if constants == .hidden { return count == 0 ? "[]" : count == 1 ? "[…]" : "[… × \(count)]" }
        let most = constants == .whole ? count : min(count, Self.mostValues)
        var texts: [String] = []
        for position in 0..<most { texts.append(text(&self, position)) }
        if most < count { texts.append("…") }
        return "[\(texts.joined(separator: ", "))]"
    }

    /// The text of a key.
    mutating func text(key: [Value]) -> String {
        if constants == .hidden { return "…" }
        if key.count == 1, key != [.null] { return text(key[0]) }
        var texts: [String] = []
        for part in key { texts.append(text(part)) }
        return "(\(texts.joined(separator: ", ")))"
    }

    /// The text of a pattern.
    mutating func text(_ pattern: TextPattern) -> String {
        if constants == .hidden { return "…" }
        let pieces = pattern.pieces.map { piece in
            switch piece {
            case .literal(let text): quoted(text)
            case .anyOne: TextWildcard.anyOne.rawValue
            case .anyRun: TextWildcard.anyRun.rawValue
            }
        }
        return "[\(pieces.joined(separator: ", "))]"
    }

    /// What a comparison of texts ignores, as further arguments.
    mutating func text(_ options: TextOptions) -> String {
        let known = TextOption.allCases.filter { options.contains($0.options) }
        if TextOptions(known.map(\.options)) != options {
            return unwritable("an unknown option of a comparison of texts")
        }
        return known.map { ", \($0.rawValue)" }.joined()
    }
}

extension DecimalParts {
    /// The number with all its digits, such as `-12.5`; `nil` for one of very many.
    fileprivate var plainText: String? {
        guard exponent >= -38, exponent <= 38 else { return nil }
        var digits = String(significand)
        if exponent >= 0 {
            digits += String(repeating: "0", count: exponent)
        } else {
            digits = String(repeating: "0", count: max(0, 1 - exponent - digits.utf8.count)) + digits
            let point = digits.index(digits.endIndex, offsetBy: exponent)
            digits = "\(digits[..<point]).\(digits[point...])"
        }
        return isNegative ? "-" + digits : digits
    }
}
