/// Finds the files in a zip archive (PKWARE's APPNOTE 6.3.10), packed with deflate or not at all.
///
/// Archives beyond 4 GB, encrypted or split ones are refused.
struct ZipArchive {
    /// The entry of a file in the archive's directory.
    struct Entry: Sendable, Hashable {
        /// 0 for stored, 8 for deflate.
        let method: Int
        /// The CRC-32 of the unpacked content.
        let checksum: UInt32
        /// The packed bytes in the archive.
        let packed: Range<Int>
        /// The number of unpacked bytes.
        let size: Int
    }

    private let path: String
    private let bytes: [UInt8]

    /// Makes an archive from its bytes; `path` is for messages.
    init(_ bytes: [UInt8], path: String) {
        self.bytes = bytes
        self.path = path
    }

    /// The file of this name, in any folder of the archive.
    ///
    /// - Throws: ``DataError`` when the archive cannot be read or has no such file.
    func entry(_ name: String) throws -> Entry {
        for (found, position) in try directory() where found == name || found.hasSuffix("/" + name) {
            return try entry(at: position)
        }
        throw DataError(path, "The archive has no file “\(name)”.")
    }

    /// The names of all files, as the archive has them.
    ///
    /// - Throws: ``DataError`` when the archive cannot be read.
    func names() throws -> [String] { try directory().map(\.name) }

    /// The names of all files, with the positions of their entries in the directory.
    private func directory() throws -> [(name: String, position: Int)] {
        let end = try endRecord()
        var position = try number(at: end + 16, bytes: 4)
        var files: [(String, Int)] = []
        for _ in 0..<(try number(at: end + 10, bytes: 2)) {
            guard try number(at: position, bytes: 4) == 0x0201_4b50 else { throw damaged }
            let nameLength = try number(at: position + 28, bytes: 2)
            files.append((try text(at: position + 46, length: nameLength), position))
            let others = try number(at: position + 30, bytes: 2) + number(at: position + 32, bytes: 2)
            position += 46 + nameLength + others
        }
        return files
    }

    /// The content of a file.
    ///
    /// - Throws: ``DataError`` when it is packed in an unknown way or damaged.
    func content(of entry: Entry) throws -> [UInt8] {
        let content: [UInt8]?
        switch entry.method {
        case 0: content = [UInt8](bytes[entry.packed])
        case 8: content = Compression.inflate(bytes[entry.packed], size: entry.size)
        default:
            throw DataError(
                path, "The archive is packed with method \(entry.method); only deflate can be read.")
        }
        guard let content, Compression.checksum(content) == entry.checksum else { throw damaged }
        return content
    }

    private func entry(at position: Int) throws -> Entry {
        let local = try number(at: position + 42, bytes: 4)
        guard try number(at: local, bytes: 4) == 0x0403_4b50 else { throw damaged }
        let start = try local + 30 + number(at: local + 26, bytes: 2) + number(at: local + 28, bytes: 2)
        let length = try number(at: position + 20, bytes: 4)
        guard start + length <= bytes.count else { throw damaged }
        return Entry(
            method: try number(at: position + 10, bytes: 2),
            checksum: UInt32(truncatingIfNeeded: try number(at: position + 16, bytes: 4)),
            packed: start..<(start + length), size: try number(at: position + 24, bytes: 4))
    }

    /// Where the record at the archive's end begins; only a comment of up to 65,535 bytes may follow it.
    private func endRecord() throws -> Int {
        var position = bytes.count - 22
        let first = max(0, position - 65_535)
        while position >= first {
            if try number(at: position, bytes: 4) == 0x0605_4b50 { return position }
            position -= 1
        }
        throw DataError(path, "This is no zip archive, or its end is missing.")
    }

    private func number(at position: Int, bytes count: Int) throws -> Int {
        guard position >= 0, position + count <= bytes.count else { throw damaged }
        var number = 0
        for offset in 0..<count { number |= Int(bytes[position + offset]) << (8 * offset) }
        return number
    }

    private func text(at position: Int, length: Int) throws -> String {
        guard position + length <= bytes.count else { throw damaged }
        return String(decoding: bytes[position..<(position + length)], as: UTF8.self)
    }

    private var damaged: DataError {
        DataError(path, "The zip archive is damaged; unpack or fetch it again.")
    }
}
