public import FoundationEssentials

/// A primary key without its entity's type, as the core and a store exchange it.
@frozen public enum ObjectKey: Sendable, Hashable {
    /// An integer key.
    case integer(Int64)
    /// A UUID key.
    case uuid(UUID)
    /// A text key, compared by UTF-8 bytes.
    case text(String)
    /// A key of several attributes, in the order the entity declares them.
    case compound([Value])

    /// The key's parts as values, in the order of the entity's key columns.
    public var values: [Value] {
        switch self {
        case .integer(let value): [.integer(value)]
        case .uuid(let value): [.uuid(value)]
        case .text(let value): [.text(value)]
        case .compound(let values): values
        }
    }

    /// Makes a key from values in key column order; `nil` when one of them is null or cannot be in a key.
    public init?(_ values: [Value]) {
        switch values.first {
        case .integer(let value)? where values.count == 1: self = .integer(value)
        case .uuid(let value)? where values.count == 1: self = .uuid(value)
        case .text(let value)? where values.count == 1: self = .text(value)
        default:
            guard !values.isEmpty, !values.contains(where: \.isNull) else { return nil }
            self = .compound(values)
        }
    }

    /// Compares storage equality: text by its bytes.
    public static func == (left: ObjectKey, right: ObjectKey) -> Bool {
        switch (left, right) {
        case (.integer(let a), .integer(let b)): a == b
        case (.uuid(let a), .uuid(let b)): a == b
        case (.text(let a), .text(let b)): Bytewise.equal(a, b)
        case (.compound(let a), .compound(let b)): a == b
        default: false
        }
    }

    /// Hashes the values that `==` compares.
    public func hash(into hasher: inout Hasher) {
        switch self {
        case .integer(let value): hasher.combine(value)
        case .uuid(let value): hasher.combine(value)
        case .text(let value): value.hashBytes(into: &hasher)
        case .compound(let values): for value in values { value.hash(into: &hasher) }
        }
    }
}
