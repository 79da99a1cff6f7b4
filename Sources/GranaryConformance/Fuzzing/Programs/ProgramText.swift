import FoundationEssentials
import Granary

/// Writes programs for people: with all values, which are made up and thus no secrets.
enum ProgramText {
    /// A value.
    static func text(_ value: Value) -> String {
        switch value {
        case .null: "nil"
        case .bool(let value): "\(value)"
        case .integer(let value): "\(value)"
        case .real(let value): "real \(value)"
        case .text(let value): quoted(value)
        case .data(let value): "bytes [\(value.map { String($0, radix: 16) }.joined(separator: " "))]"
        case .date(let value): "date \(value)"
        case .uuid(let value): "uuid \(value.uuidString)"
        case .decimal(let value): "decimal \(value)"
        }
    }

    /// Values.
    static func text(_ values: [Value]) -> String { "(\(values.map { text($0) }.joined(separator: ", ")))" }

    /// Keys.
    static func text(_ keys: [ObjectKey]) -> String {
        "[\(keys.map { text($0.values) }.joined(separator: ", "))]"
    }

    /// Rows, each in a line.
    static func text(_ rows: [[Value]]) -> String {
        rows.isEmpty ? "no rows" : rows.map { "\n        \(text($0))" }.joined()
    }

    /// Text in which every scalar outside plain ASCII is escaped, so that look-alikes differ.
    static func quoted(_ text: String) -> String {
        "\"\(text.unicodeScalars.map { $0 == "\\" ? "\\\\" : $0.escaped(asASCII: true) }.joined())\""
    }
}

extension ExpressionTree {
    /// The expression as the text of a query has it.
    var programText: String { QueryWriter.text(of: self, .whole) }
}
