import FoundationEssentials

/// A value of an object in a line of text.
struct PrintedValue: Decodable {
    /// The value; empty for `nil`.
    let text: String

    init(from decoder: any Decoder) throws {
        let value = try decoder.singleValueContainer()
        if value.decodeNil() {
            text = ""
        } else if let string = try? value.decode(String.self) {
            text = string
        } else if let isTrue = try? value.decode(Bool.self) {
            text = isTrue ? "true" : "false"
        } else if let integer = try? value.decode(Int64.self) {
            text = "\(integer)"
        } else if let decimal = try? value.decode(Decimal.self) {
            // It has more digits than a floating-point number, and holds all but those that are far from 1.
            text = "\(decimal)"
        } else if let number = try? value.decode(Double.self) {
            text = "\(number)"
        } else if let list = try? value.decode([PrintedValue].self) {
            text = "[\(list.map(\.text).joined(separator: ", "))]"
        } else {
            let members = try value.decode([String: PrintedValue].self).sorted { $0.key < $1.key }
            text = "{\(members.map { "\($0): \($1.text)" }.joined(separator: ", "))}"
        }
    }
}
