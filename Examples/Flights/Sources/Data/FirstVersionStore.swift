import FoundationEssentials

/// A store of the first version that ships with the program: a zip archive with the file, or the files of the
/// directory.
struct FirstVersionStore: Sendable {
    /// The configuration whose models it holds.
    let name: String
    /// The path of the archive.
    let archive: String
    /// Whether the store is a directory of files.
    private let isDirectory: Bool

    /// The store of a configuration for a type of store.
    ///
    /// - Throws: ``DataError`` for a type that none ships for, and when it is not next to the program.
    init(of configuration: String, type: String) throws {
        guard ["sqlite", "leveldb"].contains(type) else {
            throw DataError(
                configuration,
                "Stores of the first version ship for SQLite and LevelDB; use granary.yaml or granary-leveldb.yaml."
            )
        }
        name = configuration
        isDirectory = type == "leveldb"
        archive = try DataFolder.shipped("FirstVersion") + "/\(configuration.lowercased()).\(type).zip"
    }

    /// Writes the store to a place where nothing is.
    ///
    /// - Throws: ``DataError`` where something is, when the archive is damaged, and when the place cannot be written.
    func unpack(to path: String) throws {
        guard !FileManager.default.fileExists(atPath: path) else {
            throw DataError(path, "There is a store already; remove it with `flights reset` first.")
        }
        let bytes = try DataFile.read(archive)
        let zip = ZipArchive(bytes, path: archive)
        let files = try zip.names().map { (name: $0, content: try zip.content(of: zip.entry($0))) }
        let folder = isDirectory ? path : path.split(separator: "/").dropLast().map { "/\($0)" }.joined()
        do {
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            for file in files {
                let place = isDirectory ? "\(path)/\(file.name)" : path
                try Data(file.content).write(to: URL(filePath: place))
            }
        } catch {
            throw DataError(path, "The store cannot be written there; look at permissions and free space.")
        }
    }
}
