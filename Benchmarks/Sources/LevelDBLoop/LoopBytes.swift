internal import FoundationEssentials

/// Numbers that Granary gives the tables and indexes of the benchmark: in the order in which they are declared.
enum LoopFormat {
    static let players: [UInt8] = [1, 0, 1]
    static let teams: [UInt8] = [1, 0, 2]
    static let scores: [UInt8] = [2, 0, 1, 0, 1]
    static let members: [UInt8] = [2, 0, 1, 0, 2]

    /// A score, which is below 256, as an element of a key.
    static func integer(_ value: Int) -> [UInt8] {
        value == 0 ? [0x29] : [0x2A, UInt8(truncatingIfNeeded: value)]
    }
}

/// Bytes of a key or a record, in memory that is used again.
final class LoopBytes {
    private let start = UnsafeMutableRawPointer.allocate(byteCount: 1_024, alignment: 16)
    private(set) var count = 0

    deinit { start.deallocate() }

    var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: start, count: count) }
    @inline(__always) var characters: UnsafePointer<CChar> {
        UnsafePointer(start.assumingMemoryBound(to: CChar.self))
    }

    @inline(__always) func begin(_ prefix: [UInt8]) {
        count = 0
        prefix.withUnsafeBytes { append(bytes: $0) }
    }

    @inline(__always) func beginRecord(version: Int64) {
        count = 0
        append(byte: 1)
        append(varint: UInt64(version))
    }

    @inline(__always) func append(byte: UInt8) {
        start.storeBytes(of: byte, toByteOffset: count, as: UInt8.self)
        count &+= 1
    }

    @inline(__always) func append(bytes: UnsafeRawBufferPointer) {
        guard let source = bytes.baseAddress else { return }
        (start + count).copyMemory(from: source, byteCount: bytes.count)
        count &+= bytes.count
    }

    @inline(__always) func append(varint: UInt64) {
        var rest = varint
        while rest >= 0x80 {
            append(byte: UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        append(byte: UInt8(truncatingIfNeeded: rest))
    }

    @inline(__always) func append(eight value: UInt64) {
        (start + count).storeBytes(of: value, as: UInt64.self)
        count &+= 8
    }

    /// A UUID as an element of a key.
    @inline(__always) func append(_ id: UUID) {
        append(byte: 0x80)
        withUnsafeBytes(of: id.uuid) { append(bytes: $0) }
    }

    @inline(__always) func append(_ text: String, field: UInt8) {
        append(byte: field << 3 | 5)
        var text = text
        text.withUTF8 { bytes in
            append(varint: UInt64(bytes.count))
            append(bytes: UnsafeRawBufferPointer(bytes))
        }
    }
}
