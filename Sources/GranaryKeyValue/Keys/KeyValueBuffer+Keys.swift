internal import FoundationEssentials
internal import GranaryStore

extension KeyValueBuffer {
    /// Appends a 64-bit number as an element: a byte with sign and length, then the bytes it needs, highest first.
    @inline(__always) func append(integerElement value: Int64, tag: UInt8) {
        // The tag counts the bytes outward from zero, so a longer number sorts farther from it, as numbers do.
        let magnitude = UInt64(bitPattern: value < 0 ? ~value : value)
        let size = (UInt64.bitWidth &- magnitude.leadingZeroBitCount &+ 7) / 8
        let more = UInt8(truncatingIfNeeded: size)
        append(byte: value < 0 ? tag &- 1 &- more : tag &+ more)
        var shift = size &* 8
        while shift > 0 {
            shift &-= 8
            append(byte: UInt8(truncatingIfNeeded: value >> Int64(shift)))
        }
    }

    /// Appends a floating-point number as an element.
    func append(realElement value: Double) {
        append(byte: KeyTag.real)
        // −0 equals 0, so a key must have one form of both.
        let pattern = (value == 0 ? 0 : value).bitPattern
        // IEEE 754 orders positive numbers as their bits and negative ones in reverse, below the positive.
        append(bytesOf: (pattern >> 63 == 1 ? ~pattern : pattern | 1 << 63).bigEndian)
    }

    /// Appends text as an element; it must not contain U+0000.
    @inline(__always) func append(textElement bytes: Bytes, tag: UInt8 = KeyTag.text) {
        append(byte: tag)
        append(bytes)
        append(byte: 0)
    }

    /// Appends data as an element.
    func append(dataElement bytes: Bytes) {
        append(byte: KeyTag.data)
        for byte in bytes {
            append(byte: byte)
            // No tag is FF, so a zero that ends an element sorts before one that is data.
            if byte == 0 { append(byte: 0xff) }
        }
        append(byte: 0)
    }

    /// Appends an identifier as an element.
    @inline(__always) func append(uuidElement value: UUID) {
        append(byte: KeyTag.uuid)
        withUnsafeBytes(of: value.uuid) { append($0) }
    }

    /// Appends any value as an element; returns false, after a part of it at most, if no key can hold it.
    func append(element value: Value) -> Bool {
        switch value {
        case .null: append(byte: KeyTag.null)
        case .bool(let value): append(byte: value ? KeyTag.yes : KeyTag.no)
        case .integer(let value): append(integerElement: value, tag: KeyTag.integer)
        case .date(let value): append(integerElement: value, tag: KeyTag.date)
        case .real(let value): append(realElement: value)
        case .uuid(let value): append(uuidElement: value)
        case .data(let value): value.withUnsafeBytes { append(dataElement: $0) }
        case .text(let value):
            if Bytewise.holdsNull(value) { return false }
            Bytewise.withBytes(value) { append(textElement: $0) }
        case .decimal(let value):
            guard let text = try? DecimalEncoding.encode(value) else { return false }
            Bytewise.withBytes(text) { append(textElement: $0, tag: KeyTag.decimal) }
        }
        return true
    }

    /// Appends the elements of a key; returns false if its parts have other types than these.
    func append(_ key: ObjectKey, of types: [AttributeType]) -> Bool {
        if types.count == 1 {
            switch (key, types[0]) {
            case (.integer(let value), .integer):
                append(integerElement: value, tag: KeyTag.integer)
                return true
            case (.uuid(let value), .uuid):
                append(uuidElement: value)
                return true
            default: break
            }
        }
        let values = key.values
        guard values.count == types.count else { return false }
        for (value, type) in zip(values, types) {
            guard ExpressionKind(of: value) == .value(type), append(element: value) else { return false }
        }
        return true
    }
}
