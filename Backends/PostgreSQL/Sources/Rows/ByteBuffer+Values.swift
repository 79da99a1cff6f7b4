internal import FoundationEssentials
internal import GranaryStore

extension ByteBuffer {
    /// The microseconds from 1970 to PostgreSQL's own beginning of time, 2000-01-01 00:00 UTC.
    static let epoch: Int64 = 946_684_800_000_000

    /// Appends a Boolean.
    @inline(__always) mutating func append(bool value: Bool) { append(UInt8(value ? 1 : 0)) }

    /// Appends a floating-point number; zero has no sign.
    @inline(__always) mutating func append(real value: Double) { append((value + 0).bitPattern) }

    /// Appends text.
    @inline(__always) mutating func append(text value: String) {
        var value = value
        value.withUTF8 { append(UnsafeRawBufferPointer($0)) }
    }

    /// Appends bytes.
    @inline(__always) mutating func append(data value: Data) { value.withUnsafeBytes { append($0) } }

    /// Appends a date in microseconds since 1970, in the years 1 to 9999.
    @inline(__always) mutating func append(date value: Int64) { append(value &- Self.epoch) }

    /// Appends an identifier.
    @inline(__always) mutating func append(uuid value: UUID) {
        withUnsafeBytes(of: value.uuid) { append($0) }
    }

    /// Appends JSON text; the first byte is the version of the form.
    @inline(__always) mutating func append(json value: String) {
        append(UInt8(1))
        append(text: NegativeZero.marked(value) ?? value)
    }

    /// Appends a value that is not null, in the form of its kind.
    ///
    /// - Throws: ``GranaryError/Code/invalidValue`` for decimals that no store keeps.
    mutating func append(_ value: Value) throws {
        switch value {
        case .null: return
        case .bool(let value): append(bool: value)
        case .integer(let value): append(value)
        case .real(let value): append(real: value)
        case .text(let value): append(text: value)
        case .data(let value): append(data: value)
        case .date(let value): append(date: value)
        case .uuid(let value): append(uuid: value)
        case .decimal(let value): try append(decimal: value)
        }
    }
}
