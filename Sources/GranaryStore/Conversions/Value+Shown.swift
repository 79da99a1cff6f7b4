internal import FoundationEssentials

extension Value {
    /// The value for a person at a debugger: never for a log, nor for the text of an error.
    package var shown: String {
        switch self {
        case .null: "nil"
        case .bool(let value): "\(value)"
        case .integer(let value): "\(value)"
        case .real(let value): "\(value)"
        case .text(let value): Self.quoted(value)
        case .data(let value): value.count == 1 ? "1 byte" : "\(value.count) bytes"
        case .date(let value): DateText.text(ofMicroseconds: value)
        case .uuid(let value): value.uuidString
        case .decimal(let value): "\(value)"
        }
    }

    /// The beginning of a text between quotation marks.
    private static func quoted(_ text: String) -> String {
        let start = text.unicodeScalars.prefix(longest)
        return start.endIndex == text.endIndex ? text.debugDescription : "\(String(start).debugDescription)…"
    }

    /// How many Unicode scalars are shown of a text.
    private static let longest = 200
}

extension ObjectKey {
    /// The key for a person at a debugger: never for a log, nor for the text of an error.
    package var shown: String { values.map(\.shown).joined(separator: ", ") }
}
