import FoundationEssentials
import Granary

/// Reads the compact format of entries; any other bytes only lead to an error.
struct EntryReader {
    private let source: Data
    private var position: Data.Index

    init(_ data: Data) {
        source = data
        position = data.startIndex
    }

    /// The error for bytes that are not in the format.
    static var corrupt: GranaryError {
        GranaryError(
            .corrupt,
            "A write that waits for the server cannot be read: its bytes are damaged. Discard it, and make the change again."
        )
    }

    mutating func byte() throws -> UInt8 {
        guard position < source.endIndex else { throw Self.corrupt }
        defer { position = source.index(after: position) }
        return source[position]
    }

    mutating func number() throws -> UInt64 {
        var (number, shift): (UInt64, UInt64) = (0, 0)
        while true {
            let byte = try byte()
            // The tenth byte has room for one bit.
            if shift > 63 || (shift == 63 && byte > 1) { throw Self.corrupt }
            number |= UInt64(byte & 0x7F) << shift
            if byte & 0x80 == 0 { return number }
            shift += 7
        }
    }

    /// A number of parts that take at least one byte each.
    mutating func count() throws -> Int {
        let number = try number()
        guard number <= UInt64(source.endIndex - position) else { throw Self.corrupt }
        return Int(number)
    }

    mutating func signed() throws -> Int64 {
        let number = try number()
        return Int64(bitPattern: (number >> 1) ^ (0 &- (number & 1)))
    }

    private mutating func bytes(_ count: Int) throws -> Data {
        guard count <= source.endIndex - position else { throw Self.corrupt }
        defer { position += count }
        return source[position..<(position + count)]
    }

    mutating func text() throws -> String {
        let bytes = try bytes(try count())
        guard let text = String(validating: bytes, as: UTF8.self) else { throw Self.corrupt }
        return text
    }

    /// Bytes after their count.
    mutating func data() throws -> Data { Data(try bytes(try count())) }

    /// Reads the number of the format.
    ///
    /// - Throws: ``GranaryError/Code/newer`` for a later one; ``GranaryError/Code/corrupt``.
    mutating func requireFormat(_ known: UInt8) throws {
        let format = try byte()
        if format == known { return }
        throw GranaryError(
            format > known ? .newer : .corrupt,
            "A write that waits for the server is in the format \(format), which this version does not know; open the store with the newer version of the program."
        )
    }

    mutating func values() throws -> [Value] { try (0..<(try count())).map { _ in try value() } }

    private mutating func value() throws -> Value {
        switch try byte() {
        case EntryTag.null: return .null
        case EntryTag.no: return .bool(false)
        case EntryTag.yes: return .bool(true)
        case EntryTag.integer: return .integer(try signed())
        case EntryTag.real:
            let bits = try bytes(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
            return .real(Double(bitPattern: bits))
        case EntryTag.text: return .text(try text())
        case EntryTag.data: return .data(try data())
        case EntryTag.date: return .date(try signed())
        case EntryTag.uuid:
            let bytes = try bytes(16)
            // Not from `UUID()`, which asks the system for random bytes.
            var uuid: uuid_t = (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
            withUnsafeMutableBytes(of: &uuid) { $0.copyBytes(from: bytes) }
            return .uuid(UUID(uuid: uuid))
        case EntryTag.decimal:
            guard let decimal = DecimalParts(scientificText: try text())?.decimal else { throw Self.corrupt }
            return .decimal(decimal)
        default: throw Self.corrupt
        }
    }

    /// - Throws: ``GranaryError/Code/corrupt`` where more bytes follow.
    func requireEnd() throws { if position != source.endIndex { throw Self.corrupt } }
}
