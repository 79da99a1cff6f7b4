internal import CSQLite
internal import GranaryStore

/// The first hundred bytes of a database file, which identify its owner (SQLite's file format, §1.3).
struct FileHeader {
    /// SQLite's “application ID” of every database file of Granary: the letters `Grny`.
    static let applicationID: UInt32 = 0x4772_6e79
    /// The version of the format this code writes: the form of its metadata tables and of stored values.
    static let formatVersion = 2

    private let bytes: [UInt8]
    private let fileSize: Int

    /// Reads the header of the file that a connection has opened; nothing is locked, and nothing else is read.
    ///
    /// SQLite reads no byte of a file before the first statement, so the owner is known before SQLite changes anything.
    init(_ connection: Connection) throws {
        var bytes = [UInt8](repeating: 0, count: 100)
        var length: Int64 = 0
        let code = granary_sqlite3_read_beginning(
            connection.handle.pointer, &bytes, Int32(bytes.count), &length)
        guard code == SQLITE_OK else {
            throw EngineError(code: code, message: "").translated(
                at: connection.place, doing: "reading the file")
        }
        self.bytes = Array(bytes.prefix(Int(clamping: length)))
        fileSize = Int(clamping: length)
    }

    /// Checks that the file is a store of Granary in a format that this code knows.
    ///
    /// - Throws: ``GranaryError/Code/foreign``, ``GranaryError/Code/newer`` or ``GranaryError/Code/corrupt``.
    func validate(at place: StorePlace) throws {
        guard bytes.starts(with: Array("SQLite format 3\0".utf8)) else {
            throw place.error(
                .foreign,
                "The file is not an SQLite database; it was left untouched. Name another file, or move this one away."
            )
        }
        guard bytes.count == 100, fileSize >= pageSize, pageSize >= 512 else {
            throw place.error(
                .corrupt, "The file is cut off; it was left untouched. Restore it from a backup.")
        }
        guard number(at: 68) == Self.applicationID else {
            throw place.error(
                .foreign,
                "The file is an SQLite database of another program; it was left untouched. Name another file."
            )
        }
        let format = number(at: 60)
        guard format <= Self.formatVersion else {
            throw place.error(
                .newer,
                "The store has format \(format), and this version of Granary knows formats up to \(Self.formatVersion); it was left untouched. Use a newer version of Granary."
            )
        }
    }

    private var pageSize: Int {
        let stored = Int(bytes[16]) << 8 | Int(bytes[17])
        return stored == 1 ? 65_536 : stored
    }

    /// A number of four bytes, the highest first.
    private func number(at offset: Int) -> UInt32 {
        bytes[offset..<(offset + 4)].reduce(0) { $0 << 8 | UInt32($1) }
    }
}
