/// Any JSON, with numbers as written and members in their order.
///
/// Equality compares the written form: texts by their bytes, numbers by their digits.
package enum JSONValue: Sendable {
    /// `null`.
    case null
    /// `true` or `false`.
    case bool(Bool)
    /// A number.
    case number(JSONNumber)
    /// A text.
    case text(String)
    /// An array.
    case array([JSONValue])
    /// An object.
    case object([JSONMember])
}

extension JSONValue: Equatable {
    /// Whether both are written alike.
    package static func == (left: JSONValue, right: JSONValue) -> Bool {
        switch (left, right) {
        case (.null, .null): true
        case (.bool(let a), .bool(let b)): a == b
        case (.number(let a), .number(let b)): a == b
        case (.text(let a), .text(let b)): Bytewise.equal(a, b)
        case (.array(let a), .array(let b)): a == b
        case (.object(let a), .object(let b)): a == b
        default: false
        }
    }
}

extension JSONValue {
    /// The same JSON with sorted members and with the elements of each array in an order that depends only on the
    /// elements.
    package var unordered: JSONValue {
        switch self {
        case .array(let values):
            let sorted = values.map { value in
                let value = value.unordered
                return (value: value, text: JSONWriter.text(of: value))
            }.sorted { Bytewise.precedes($0.text, $1.text) }
            return .array(sorted.map(\.value))
        case .object(let members):
            return .object(
                members.map { JSONMember($0.name, $0.value.unordered) }
                    .sorted { Bytewise.precedes($0.name, $1.name) })
        default: return self
        }
    }
}
