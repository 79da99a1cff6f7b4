#if canImport(Glibc)
    internal import Glibc
#elseif canImport(Musl)
    internal import Musl
#endif
internal import GranaryStore

/// The first transaction in a write-ahead log that writes a page (SQLite's WAL file format, §4.1 and §4.2).
struct LogBeginning {
    /// The content of the page.
    let page: [UInt8]
    /// Whether the transaction writes every page of the database, so that the database file counts for nothing.
    let isWhole: Bool

    private static let head = 32
    private static let frameHead = 24

    /// Reads a log; `nil` where no complete transaction writes the page, or there is no log.
    ///
    /// - Throws: the error of the operating system.
    init?(of path: String, writing number: UInt32, at place: StorePlace) throws {
        let file = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        guard file >= 0 else {
            if errno == ENOENT { return nil }
            throw place.systemError(errno, doing: "opening the log")
        }
        defer { close(file) }
        let header = try Self.read(Self.head, from: file, at: 0, place)
        guard header.count == Self.head, header.number(at: 0) & ~1 == 0x377f_0682 else { return nil }
        let size = Int(header.number(at: 8))
        guard size >= 512, size <= 65_536 else { return nil }
        let salts = header[16..<24]
        var (offset, written, content) = (Self.head, Set<UInt32>(), [UInt8]?.none)
        while true {
            let frame = try Self.read(Self.frameHead, from: file, at: offset, place)
            guard frame.count == Self.frameHead, frame[8..<16] == salts else { return nil }
            let present = frame.number(at: 0)
            written.insert(present)
            if present == number, content == nil {
                content = try Self.read(size, from: file, at: offset + Self.frameHead, place)
            }
            offset += Self.frameHead + size
            // Only the last frame of a transaction says how many pages the database has.
            let pages = frame.number(at: 4)
            if pages == 0 { continue }
            if let content {
                guard content.count == size else { return nil }
                page = content
                isWhole = written.count == Int(pages)
                return
            }
            written.removeAll()
        }
    }

    private static func read(
        _ count: Int, from file: Int32, at offset: Int, _ place: StorePlace
    ) throws -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        let read = bytes.withUnsafeMutableBytes { pread(file, $0.baseAddress, count, off_t(offset)) }
        guard read >= 0 else { throw place.systemError(errno, doing: "reading the log") }
        return Array(bytes.prefix(read))
    }
}

extension [UInt8] {
    /// A number of four bytes, the highest first.
    fileprivate func number(at offset: Int) -> UInt32 {
        self[offset..<(offset + 4)].reduce(0) { $0 << 8 | UInt32($1) }
    }

    /// The integers of the only row of a table on a page that holds the whole table, by the positions of their columns;
    /// `nil` for any other page (SQLite's file format, §1.6 and §2.1).
    func integersOfOnlyRow() -> [Int: Int64]? {
        guard count >= 512, self[0] == 13, self[3] == 0, self[4] == 1 else { return nil }
        var place = Int(self[8]) << 8 | Int(self[9])
        guard let length = varint(&place), varint(&place) != nil else { return nil }
        let start = place
        // A damaged page may hold any numbers, also such as cannot be added.
        guard let head = varint(&place), head > 0, head <= length, length <= Int64(count - start) else {
            return nil
        }
        let end = start + Int(head)
        var (content, column, found) = (end, 0, [Int: Int64]())
        while place < end {
            guard let type = varint(&place) else { return nil }
            let sizes = [0, 1, 2, 3, 4, 6, 8]
            switch type {
            case 0: break
            case 1...6:
                let size = sizes[Int(type)]
                guard content + size <= count else { return nil }
                let bits = self[content..<(content + size)].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
                let unused = UInt64(64 - 8 * size)
                found[column] = Int64(bitPattern: bits << unused) >> Int64(unused)
                content += size
            case 7: content += 8
            case 8, 9: found[column] = type - 8
            case 12...:
                let size = (type - 12) / 2
                guard size <= length else { return nil }
                content += Int(size)
            default: return nil
            }
            column += 1
        }
        return found
    }

    /// The number of variable length at an offset, which is moved behind it.
    private func varint(_ offset: inout Int) -> Int64? {
        var value: UInt64 = 0
        for position in 0..<9 {
            guard offset < count else { return nil }
            let byte = self[offset]
            offset += 1
            if position == 8 { return Int64(bitPattern: value << 8 | UInt64(byte)) }
            value = value << 7 | UInt64(byte & 0x7F)
            if byte < 0x80 { return Int64(bitPattern: value) }
        }
        return nil
    }
}
