/// Checks the records of one of LevelDB's logs.
///
/// A log consists of blocks of 32 KiB. A record has a checksum of four bytes, a length of two and a kind of
/// one, the lowest byte first, then its bytes; none crosses a block's end. Fewer than seven bytes up
/// to a block's end are left unused.
struct LogScan {
    /// The result of a scan.
    enum Finding: Equatable {
        /// Every record is as it was written; the last one may be cut off, which LevelDB expects after a crash.
        case whole
        /// Only the record at an offset is damaged, and behind it nothing is whole but parts of one save.
        ///
        /// The pages of a save that was not yet acknowledged reach the device in any order.
        case torn(at: Int)
        /// There is damage with something whole behind it.
        case damaged
        /// A write is that of another store.
        case foreign
    }

    let log: LogBytes
    /// The mark of the store whose log it should be; `nil` for any.
    private let mark: LogMark?
    private static let block = LogBytes.block
    static let head = 7

    init(_ log: LogBytes, of mark: LogMark? = nil) {
        self.log = log
        self.mark = mark
    }

    /// Reads the log from its beginning to its end.
    ///
    /// - Throws: the errors of reading it.
    func run() throws -> Finding {
        var offset = 0
        while offset < log.count {
            switch try record(at: offset) {
            case .record(let end, let kind):
                if let mark, kind == .full || kind == .first, try begins(at: offset, end, foreignTo: mark) {
                    return .foreign
                }
                offset = end
            case .cut:
                // A damaged length looks like a truncated record, except for whole records behind it.
                let rest = try rest(behind: offset)
                return rest == .nothing ? .whole : rest == .endOfOneRecord ? .torn(at: offset) : .damaged
            case .bad:
                return try rest(behind: offset) == .more ? .damaged : .torn(at: offset)
            }
        }
        return .whole
    }

    /// Whether the write in a record has the mark of another store.
    private func begins(at offset: Int, _ end: Int, foreignTo mark: LogMark) throws -> Bool {
        let start = offset + Self.head
        guard start < end else { return false }
        return try log.withBlock(at: start) { bytes in
            let first = start % Self.block
            return mark.isForeign(bytes[first..<min(first + min(end - start, LogMark.length), bytes.count)])
        }
    }

    enum Record {
        /// A whole one; the unused end of a block has no kind.
        case record(end: Int, Kind?)
        case cut
        case bad
    }

    /// The part of a save that a record holds.
    enum Kind: UInt8 {
        case full = 1, first, middle, last
    }

    /// The record at an offset, or the unused end of a block.
    func record(at offset: Int) throws -> Record {
        let room = Self.block - offset % Self.block
        if room < Self.head { return .record(end: offset + room, nil) }
        return try log.withBlock(at: offset) { Self.record(at: offset, in: $0, room) }
    }

    private static func record(at offset: Int, in bytes: UnsafeRawBufferPointer, _ room: Int) -> Record {
        let start = offset % block
        guard start + head <= bytes.count else { return .cut }
        let length = Int(bytes[start + 4]) | Int(bytes[start + 5]) << 8
        let end = start + head + length
        guard head + length <= room, let kind = Kind(rawValue: bytes[start + 6]) else { return .bad }
        guard end <= bytes.count else { return .cut }
        let stored = (0..<4).reduce(UInt32(0)) { $0 | UInt32(bytes[start + $1]) << UInt32($1 * 8) }
        let sum = CRC32C.masked(UnsafeRawBufferPointer(rebasing: bytes[(start + 6)..<end]))
        return stored == sum ? .record(end: offset + head + length, kind) : .bad
    }

    /// The intact records behind damage.
    private enum Rest {
        case nothing
        /// Parts of one save, without the first.
        case endOfOneRecord
        case more
    }

    /// The intact records behind an offset, where records may begin at any byte.
    private func rest(behind offset: Int) throws -> Rest {
        var found = Rest.nothing
        var hasEnded = false
        var start = offset + 1
        while start < log.count {
            guard case .record(let end, let kind) = try record(at: start) else {
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
