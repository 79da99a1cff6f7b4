internal import FoundationEssentials
internal import GranaryStore
internal import GranarySQL

/// Values and conversions as PostgreSQL's own text, for definitions, which take no parameters.
enum PostgreSQLLiteral {
    /// A value of a column of some kind.
    static func text(of value: Value, as type: AttributeType) -> String {
        let cast = "::\(ColumnForm(type).name)"
        return switch value {
        case .null: "NULL"
        case .bool(let value): value ? "TRUE" : "FALSE"
        case .integer(let value): "(\(quoted(String(value)))\(cast))"
        case .real(let value): "(\(quoted(real(value)))\(cast))"
        case .text(let value): "(\(quoted(value))\(cast))"
        case .data(let value): "(\(quoted("\\x" + hexadecimal(value)))\(cast))"
        case .date(let value):
            "('epoch'\(cast) + \(quoted("\(value) microseconds"))::pg_catalog.interval)"
        case .uuid(let value): "(\(quoted(value.uuidString))\(cast))"
        case .decimal(let value): "(\(quoted(value.description))\(cast))"
        }
    }

    /// A column's values as another kind, as the core's conversion gives them.
    static func conversion(of column: String, from old: AttributeType, to new: AttributeType) -> String {
        let value = old == .decimal && new == .text ? "pg_catalog.trim_scale(\(column))" : column
        return "\(value)::\(ColumnForm(new).name)"
    }

    private static func real(_ value: Double) -> String {
        value.isFinite ? value.description : value < 0 ? "-Infinity" : "Infinity"
    }

    private static func quoted(_ text: String) -> String {
        // By scalars: a quote under a combining mark is one character with it.
        let escaped = text.unicodeScalars.map { $0 == "'" ? "''" : $0 == "\\" ? "\\\\" : String($0) }
        return "E'\(escaped.joined())'"
    }

    private static func hexadecimal(_ bytes: some Sequence<UInt8>) -> String {
        bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }
}
