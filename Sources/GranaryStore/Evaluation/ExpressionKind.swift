/// The kind of value of an expression, known before any row is read.
package enum ExpressionKind: Sendable, Hashable {
    /// Always `nil`: the constant null.
    case null
    /// A value of this kind, or `nil`.
    case value(AttributeType)

    /// The kind of a constant.
    package init(of value: Value) {
        switch value {
        case .null: self = .null
        case .bool: self = .value(.bool)
        case .integer: self = .value(.integer)
        case .real: self = .value(.real)
        case .text: self = .value(.text)
        case .data: self = .value(.data)
        case .date: self = .value(.date)
        case .uuid: self = .value(.uuid)
        case .decimal: self = .value(.decimal)
        }
    }

    /// The kind of the values that are not `nil`; text where there are none.
    package var type: AttributeType {
        if case .value(let type) = self { type } else { .text }
    }

    /// Whether values of this kind have an order; JSON has none, it is only compared for being `nil`.
    package var isOrdered: Bool { self != .value(.json) }

    /// Whether this is a number, or always `nil`.
    package var isNumeric: Bool {
        switch self {
        case .null, .value(.integer), .value(.real), .value(.decimal): true
        default: false
        }
    }

    /// Whether values of both kinds can be compared: the same kind, or two kinds of numbers, or one is always
    /// `nil`.
    package func isComparable(with other: ExpressionKind) -> Bool {
        self == .null || other == .null || self == other || (isNumeric && other.isNumeric)
    }

    /// Whether this is the kind given, or always `nil`.
    package func isNullOr(_ type: AttributeType) -> Bool { self == .null || self == .value(type) }

    /// The kind in words for people.
    package var name: String {
        switch self {
        case .null: "nil"
        case .value(.bool): "a Boolean"
        case .value(.integer): "an integer"
        case .value(.real): "a floating-point number"
        case .value(.text): "text"
        case .value(.data): "data"
        case .value(.date): "a date"
        case .value(.uuid): "a UUID"
        case .value(.decimal): "a decimal number"
        case .value(.json): "a structured value"
        }
    }
}
