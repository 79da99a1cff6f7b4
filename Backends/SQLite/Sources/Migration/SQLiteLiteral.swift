internal import FoundationEssentials
internal import GranaryStore

/// Values as SQLite's own text, for defaults, which take no parameters.
enum SQLiteLiteral {
    static func text(of value: Value) -> String {
        switch value {
        case .null: "NULL"
        case .bool(let value): value ? "1" : "0"
        case .integer(let value), .date(let value): "(\(value))"
        case .real(let value) where value.isFinite: "(\(value))"
        case .real(let value): value < 0 ? "(-9e999)" : "(9e999)"
        case .text(let value): quoted(value)
        case .data(let value): "x'\(hexadecimal(value))'"
        case .uuid(let value): "x'\(withUnsafeBytes(of: value.uuid) { hexadecimal($0) })'"
        case .decimal(let value): quoted((try? DecimalEncoding.encode(value)) ?? "")
        }
    }

    private static func quoted(_ text: String) -> String {
        // By scalars: a quote under a combining mark is one character with it.
        "'\(text.unicodeScalars.map { $0 == "'" ? "''" : String($0) }.joined())'"
    }

    private static func hexadecimal(_ bytes: some Sequence<UInt8>) -> String {
        bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }
}
