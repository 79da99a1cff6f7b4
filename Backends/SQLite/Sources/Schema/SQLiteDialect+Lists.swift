internal import FoundationEssentials
package import GranaryStore
package import GranarySQL

extension SQLiteDialect {
    /// Short lists are parameters, padded to few different numbers so that statements are found again; long lists of
    /// numbers and texts are one JSON parameter.
    package func isMember(_ expression: SQLText, of values: [Value], as type: AttributeType) -> SQLText? {
        if values.count == 1 { return "\(expression) = \(bind: values[0])" }
        if values.count <= Self.largestShortList { return parameters(expression, values) }
        switch type {
        case .bool, .integer, .date, .text, .decimal:
            guard let list = try? JSONList.text(of: values) else { return nil }
            return "\(expression) IN (SELECT value FROM json_each(\(bind: .text(list))))"
        case .real, .uuid, .data:
            return values.count * 2 <= mostParameters ? parameters(expression, values) : nil
        case .json: return nil
        }
    }

    private static let largestShortList = 256

    private func parameters(_ expression: SQLText, _ values: [Value]) -> SQLText {
        var listed = values.map { "\(bind: $0)" as SQLText }
        if let last = listed.last {
            let size = Self.listSize(values.count)
            listed += repeatElement(last, count: size - values.count)
        }
        return "\(expression) IN (\(.list(listed)))"
    }

    /// The number of places in a list for a number of values: the next power of two.
    static func listSize(_ count: Int) -> Int {
        count <= 1 ? count : 1 << (Int.bitWidth - (count - 1).leadingZeroBitCount)
    }
}

/// Lists of values as JSON text, which SQLite's `json_each` turns into rows again.
enum JSONList {
    /// The text of numbers, or of texts.
    static func text(of values: [Value]) throws -> String {
        var text = "["
        for (index, value) in values.enumerated() {
            if index > 0 { text += "," }
            switch value {
            case .bool(let value): text += value ? "1" : "0"
            case .integer(let value), .date(let value): text += String(value)
            case .text(let value): append(value, to: &text)
            case .decimal(let value): append(try DecimalEncoding.encode(value), to: &text)
            case .null, .real, .data, .uuid:
                throw GranaryError(.query, "A list holds values that JSON cannot.")
            }
        }
        return text + "]"
    }

    private static func append(_ value: String, to text: inout String) {
        text += "\""
        for scalar in value.unicodeScalars {
            switch scalar {
            case "\"", "\\":
                text += "\\"
                text.unicodeScalars.append(scalar)
            case "\u{0}"..."\u{1f}":
                let digits = String(scalar.value, radix: 16)
                text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: text.unicodeScalars.append(scalar)
            }
        }
        text += "\""
    }
}
