/// Checks the records of one of LevelDB's logs.
///
/// A log consists of blocks of 32 KiB. A record has a checksum of four bytes, a length of two and a kind of
/// one, the lowest byte first, then its bytes; none crosses a block's end. What has fewer than seven bytes up
/// to a block's end is left unused.
struct LogScan {
    /// What was found.
    enum Finding: Equatable {
        /// Every record is as it was written; the last one may be cut off, which LevelDB expects after a crash.
        case whole
        /// Only what begins at an offset is damaged, and nothing behind it is whole.
        case torn(at: Int)
        /// There is damage with something whole behind it.
        case damaged
    }

    private let bytes: [UInt8]
    private static let block = 32_768
    private static let head = 7

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// Reads the log from its beginning to its end.
    func run() -> Finding {
        var offset = 0
        while offset < bytes.count {
            switch record(at: offset) {
            case .record(let end): offset = end
            case .cut: return .whole
            case .bad:
                return isAnythingWhole(behind: offset) ? .damaged : .torn(at: offset)
            }
        }
        return .whole
    }

    private enum Record {
        case record(end: Int)
        case cut
        case bad
    }

    /// The record at an offset, or the unused end of a block.
    private func record(at offset: Int) -> Record {
        let room = Self.block - offset % Self.block
        if room < Self.head { return .record(end: offset + room) }
        guard offset + Self.head <= bytes.count else { return .cut }
        let length = Int(bytes[offset + 4]) | Int(bytes[offset + 5]) << 8
        let end = offset + Self.head + length
        guard Self.head + length <= room, (1...4).contains(bytes[offset + 6]) else { return .bad }
        guard end <= bytes.count else { return .cut }
        let stored = (0..<4).reduce(UInt32(0)) { $0 | UInt32(bytes[offset + $1]) << UInt32($1 * 8) }
        let sum = CRC32C.masked(bytes[(offset + 6)..<end])
        return stored == sum ? .record(end: end) : .bad
    }

    /// Whether a whole record begins anywhere behind an offset: at any byte of the same block, or at the
    /// beginning of a later one.
    private func isAnythingWhole(behind offset: Int) -> Bool {
        let next = (offset / Self.block + 1) * Self.block
        for start in (offset + 1)..<max(min(next, bytes.count), offset + 1) where isWhole(at: start) {
            return true
        }
        return stride(from: next, to: bytes.count, by: Self.block).contains(where: isWhole(at:))
    }

    private func isWhole(at offset: Int) -> Bool {
        if Self.block - offset % Self.block < Self.head { return false }
        if case .record = record(at: offset) { return true }
        return false
    }
}

/// The checksum of LevelDB's files: CRC-32C (RFC 3720), turned and shifted so that it can be stored beside what
/// it is about.
enum CRC32C {
    private static let table: [UInt32] = (0..<256).map { byte in
        (0..<8).reduce(UInt32(byte)) { value, _ in value & 1 == 1 ? value >> 1 ^ 0x82f6_3b78 : value >> 1 }
    }

    /// The checksum of some bytes, as LevelDB stores it.
    static func masked(_ bytes: ArraySlice<UInt8>) -> UInt32 {
        let sum = of(bytes)
        return (sum >> 15 | sum << 17) &+ 0xa282_ead8
    }

    /// The checksum itself.
    static func of(_ bytes: ArraySlice<UInt8>) -> UInt32 {
        table.withUnsafeBufferPointer { table in
            bytes.withUnsafeBytes { bytes in
                ~bytes.reduce(UInt32.max) { $0 >> 8 ^ table[Int(UInt8(truncatingIfNeeded: $0) ^ $1)] }
            }
        }
    }
}
