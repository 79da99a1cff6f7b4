extension Value: CustomStringConvertible {
    /// The kind of the value, never the value itself, so that it can be logged.
    public var description: String { kindName }

    /// The name of the value's kind, as in ``AttributeType``; `null` for no value.
    var kindName: String {
        switch self {
        case .null: "null"
        case .bool: "bool"
        case .integer: "integer"
        case .real: "real"
        case .text: "text"
        case .data: "data"
        case .date: "date"
        case .uuid: "uuid"
        case .decimal: "decimal"
        }
    }
}

extension Value: CustomDebugStringConvertible, CustomReflectable {
    /// The kind of the value, as in ``description``.
    public var debugDescription: String { kindName }

    /// Shows no parts, so that `dump` and string interpolation of enclosing values do not leak it.
    public var customMirror: Mirror { Mirror(self, children: [(label: String?, value: Any)]()) }
}
