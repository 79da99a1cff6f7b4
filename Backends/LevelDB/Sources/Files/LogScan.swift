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
        /// Only what begins at an offset is damaged, and behind it nothing is whole but parts of one save.
        ///
        /// The pages of a save that was not yet acknowledged reach the device in any order.
        case torn(at: Int)
        /// There is damage with something whole behind it.
        case damaged
    }

    let bytes: [UInt8]
    private static let block = 32_768
    static let head = 7

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// Reads the log from its beginning to its end.
    func run() -> Finding {
        var offset = 0
        while offset < bytes.count {
            switch record(at: offset) {
            case .record(let end, _): offset = end
            case .cut:
                // A damaged length looks like a record that is cut off, but for what is whole behind it.
                let rest = rest(behind: offset)
                return rest == .nothing ? .whole : rest == .endOfOneRecord ? .torn(at: offset) : .damaged
            case .bad:
                return rest(behind: offset) == .more ? .damaged : .torn(at: offset)
            }
        }
        return .whole
    }

    enum Record {
        /// A whole one; the unused end of a block has no kind.
        case record(end: Int, Kind?)
        case cut
        case bad
    }

    /// What part of a save a record holds.
    enum Kind: UInt8 {
        case full = 1, first, middle, last
    }

    /// The record at an offset, or the unused end of a block.
    func record(at offset: Int) -> Record {
        let room = Self.block - offset % Self.block
        if room < Self.head { return .record(end: offset + room, nil) }
        guard offset + Self.head <= bytes.count else { return .cut }
        let length = Int(bytes[offset + 4]) | Int(bytes[offset + 5]) << 8
        let end = offset + Self.head + length
        guard Self.head + length <= room, let kind = Kind(rawValue: bytes[offset + 6]) else { return .bad }
        guard end <= bytes.count else { return .cut }
        let stored = (0..<4).reduce(UInt32(0)) { $0 | UInt32(bytes[offset + $1]) << UInt32($1 * 8) }
        let sum = CRC32C.masked(bytes[(offset + 6)..<end])
        return stored == sum ? .record(end: end, kind) : .bad
    }

    /// What is whole behind damage.
    private enum Rest {
        case nothing
        /// Parts of one save, the first of which is not among them.
        case endOfOneRecord
        case more
    }

    /// What is whole behind an offset, where records may begin at any byte.
    private func rest(behind offset: Int) -> Rest {
        var found = Rest.nothing
        var hasEnded = false
        var start = offset + 1
        while start < bytes.count {
            guard case .record(let end, let kind) = record(at: start) else {
                start += 1
                continue
            }
            start = end
            guard let kind else { continue }
            if hasEnded || kind == .full || kind == .first { return .more }
            hasEnded = kind == .last
            found = .endOfOneRecord
        }
        return found
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
