internal import FoundationEssentials

/// Values as bytes of a cursor: a tag for each, then a fixed number of bytes, or a length and that many bytes.
struct CursorBytes {
    private(set) var content: [UInt8] = []
    private var position = 0
    private var end = 0

    /// Begins without bytes.
    init() {}

    /// Begins at the start of some of the bytes.
    init(_ content: [UInt8], _ range: Range<Int>) {
        self.content = content
        position = range.lowerBound
        end = range.upperBound
    }

    /// Whether all bytes have been read.
    var isAtEnd: Bool { position >= end }

    private enum Tag: UInt8 {
        case null, no, yes, integer, real, text, data, date, uuid, decimal
    }

    // MARK: Writing

    mutating func append(_ byte: UInt8) { content.append(byte) }

    /// Appends eight bytes, the most significant first.
    mutating func append(word: UInt64) {
        for shift in stride(from: 56, through: 0, by: -8) {
            append(UInt8(truncatingIfNeeded: word >> UInt64(shift)))
        }
    }

    mutating func append(_ value: Value) {
        switch value {
        case .null: append(Tag.null.rawValue)
        case .bool(let value): append((value ? Tag.yes : .no).rawValue)
        case .integer(let value): append(.integer, UInt64(bitPattern: value))
        case .real(let value): append(.real, value.bitPattern)
        case .text(let value): append(.text, Array(value.utf8))
        case .data(let value): append(.data, Array(value))
        case .date(let value): append(.date, UInt64(bitPattern: value))
        case .uuid(let value): append(.uuid, withUnsafeBytes(of: value.uuid) { Array($0) })
        case .decimal(let value):
            append(.decimal, Array((DecimalParts(value)?.scientificText ?? "").utf8))
        }
    }

    private mutating func append(_ tag: Tag, _ word: UInt64) {
        append(tag.rawValue)
        append(word: word)
    }

    private mutating func append(_ tag: Tag, _ bytes: [UInt8]) {
        append(tag.rawValue)
        append(word: UInt64(bytes.count))
        content += bytes
    }

    // MARK: Reading

    private mutating func next() -> UInt8? {
        guard position < end else { return nil }
        defer { position += 1 }
        return content[position]
    }

    /// Eight bytes; `nil` if there are fewer.
    mutating func nextWord() -> UInt64? {
        guard end - position >= 8 else { return nil }
        defer { position += 8 }
        return content.withUnsafeBytes {
            UInt64(bigEndian: $0.loadUnaligned(fromByteOffset: position, as: UInt64.self))
        }
    }

    private mutating func nextBytes() -> ArraySlice<UInt8>? {
        guard let count = nextWord(), count <= UInt64(end - position) else { return nil }
        defer { position += Int(count) }
        return content[position..<position + Int(count)]
    }

    /// One value; `nil` if the bytes are not one.
    mutating func nextValue() -> Value? {
        switch next().flatMap(Tag.init(rawValue:)) {
        case nil: nil
        case .null: .null
        case .no: .bool(false)
        case .yes: .bool(true)
        case .integer: nextWord().map { .integer(Int64(bitPattern: $0)) }
        case .real: nextWord().map { .real(Double(bitPattern: $0)) }
        case .text: nextText().map { .text($0) }
        case .data: nextBytes().map { .data(Data($0)) }
        case .date: nextWord().map { .date(Int64(bitPattern: $0)) }
        case .uuid: nextBytes().flatMap(Self.uuid).map { .uuid($0) }
        case .decimal:
            nextText().flatMap { DecimalParts(scientificText: $0)?.decimal }.map { .decimal($0) }
        }
    }

    private mutating func nextText() -> String? {
        nextBytes().flatMap { String(validating: $0, as: UTF8.self) }
    }

    private static func uuid(_ bytes: ArraySlice<UInt8>) -> UUID? {
        guard bytes.count == 16 else { return nil }
        return bytes.withUnsafeBytes { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }
    }
}
