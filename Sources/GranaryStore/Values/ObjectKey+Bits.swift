internal import FoundationEssentials

extension ObjectKey {
    /// The bits by which an identity map finds the object; the same as those of the typed key.
    @_documentation(visibility: private)
    public var bits: KeyBits {
        switch self {
        case .integer(let value): KeyBits(value)
        case .uuid(let value): KeyBits(value)
        case .text(let value): KeyBits(hashing: value)
        case .compound(let values): Self.bits(of: values)
        }
    }

    private static func bits(of values: [Value]) -> KeyBits {
        var hash = _KeyHash()
        for value in values {
            switch value {
            case .integer(let value), .date(let value): hash.add(UInt64(bitPattern: value))
            case .uuid(let value): hash.add(KeyBits(value))
            case .text(let value): hash.add(value)
            case .bool(let value): hash.add(value ? 1 : 0)
            case .null, .real, .data, .decimal: hash.add(UInt64(bitPattern: Int64(value.hashValue)))
            }
        }
        return hash.bits
    }
}
