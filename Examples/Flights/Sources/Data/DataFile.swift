import FoundationEssentials

/// A file of a data folder, plain or in a separate zip archive.
package struct DataFile: Sendable {
    /// The path that was read.
    package let path: String
    /// The identity of the content: its CRC-32 and length, the same packed and plain.
    package let identifier: String
    private let content: Content

    private enum Content: Sendable {
        case plain([UInt8])
        case packed([UInt8], ZipArchive.Entry)
    }

    /// Reads a file; a packed one, which has its own name in the archive, is not unpacked yet.
    ///
    /// - Throws: ``DataError`` when it cannot be read.
    package init(path: String, name: String) throws {
        self.path = path
        let bytes = try Self.read(path)
        if path.hasSuffix(".zip") {
            let entry = try ZipArchive(bytes, path: path).entry(name)
            identifier = Self.identifier(entry.checksum, entry.size)
            content = .packed(bytes, entry)
        } else {
            identifier = Self.identifier(Compression.checksum(bytes), bytes.count)
            content = .plain(bytes)
        }
    }

    /// The content, unpacked.
    ///
    /// - Throws: ``DataError`` when the archive is damaged.
    package func bytes() throws -> [UInt8] {
        switch content {
        case .plain(let bytes): bytes
        case .packed(let bytes, let entry): try ZipArchive(bytes, path: path).content(of: entry)
        }
    }

    /// The bytes of a file.
    ///
    /// - Throws: ``DataError`` when it cannot be read.
    static func read(_ path: String) throws -> [UInt8] {
        do {
            return [UInt8](try Data(contentsOf: URL(filePath: path)))
        } catch {
            throw DataError(path, "The file cannot be read; look at its permissions.")
        }
    }

    private static func identifier(_ checksum: UInt32, _ size: Int) -> String {
        let digits = String(checksum, radix: 16)
        return "crc32-\(String(repeating: "0", count: 8 - digits.count))\(digits)-\(size)"
    }
}
