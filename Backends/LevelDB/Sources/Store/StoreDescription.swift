internal import GranaryStore
internal import GranaryKeyValue

/// A store's description of itself in a file next to LevelDB's own, so that nothing has to be opened, and so changed,
/// to find out that it does not fit.
///
/// The truth is in the database; the file is a copy that may lack configurations that were added last.
struct StoreDescription {
    /// The store's catalogue, as encoded in the file.
    let encoded: EncodedCatalogue
    /// The store's catalogue.
    var catalogue: StoreCatalogue { encoded.catalogue }

    /// Reads the description of a directory that is not empty, and checks that LevelDB's files exist.
    ///
    /// - Throws: `GranaryError.Code.foreign` where there is no description; `.newer`, `.corrupt`.
    init(_ directory: StoreDirectory) throws {
        try Self.require(in: directory)
        let place = directory.place
        do {
            encoded = try EncodedCatalogue(
                json: PrivateFile.read(directory.file(StoreDirectory.description), at: place))
        } catch let error as GranaryError {
            throw place.error(error.code, error.message)
        }
    }

    /// Makes sure that there is a description, with any content.
    ///
    /// - Throws: `GranaryError.Code.foreign`.
    static func require(in directory: StoreDirectory) throws {
        let (names, place) = (try directory.names(), directory.place)
        guard names.contains(StoreDirectory.description) else {
            let what =
                names.contains("CURRENT") ? "holds a LevelDB database of another program" : "is not a store"
            throw place.error(
                .foreign, "The directory \(what); it was left untouched. Name another directory.")
        }
    }

    /// Checks that the files exist without which LevelDB would create a new database.
    ///
    /// - Throws: `GranaryError.Code.corrupt`, naming the missing file.
    static func requireFiles(_ directory: StoreDirectory, forReading: Bool = false) throws {
        do {
            try requireListedFiles(directory)
        } catch GranaryError.Code.corrupt {
            // Another process may have opened the store in between, which exchanges files.
            try directory.requireUnlocked(forReading: forReading)
            try requireListedFiles(directory)
        }
    }

    private static func requireListedFiles(_ directory: StoreDirectory) throws {
        let (names, place) = (try directory.names(), directory.place)
        guard names.contains("CURRENT") else { throw missing("CURRENT", place) }
        let current = try PrivateFile.read(directory.file("CURRENT"), at: place)
        let manifest = String(decoding: current.filter { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
        guard manifest.begins(with: "MANIFEST-") else {
            throw place.error(
                .corrupt, "LevelDB's file CURRENT is damaged; the store was left untouched. Restore a backup."
            )
        }
        guard names.contains(manifest) else { throw missing("MANIFEST", place) }
        // Another log than the one that is needed would hide that acknowledged saves are gone.
        let content = try Manifest(LogBytes(ofFile: directory.file(manifest), at: place))
        let needed = content.logName
        guard names.contains(where: { needed == nil ? $0.ends(with: ".log") : $0 == needed }) else {
            throw missing("log", place)
        }
        try requireTables(of: content, names, directory)
    }

    /// Checks that the tables exist and are as long as the manifest says: LevelDB removes those that it does not name,
    /// so a manifest of another time or store would destroy the others.
    private static func requireTables(
        of manifest: Manifest, _ names: [String], _ directory: StoreDirectory
    ) throws {
        let present = Set(names)
        for (number, size) in manifest.tables {
            guard let name = Manifest.tableNames(number).first(where: present.contains) else {
                throw missing("table", directory.place)
            }
            guard let found = try directory.size(of: name), found != size else { continue }
            throw directory.place.error(
                .corrupt,
                "LevelDB's table \(name) is not as long as its manifest says; the store was left untouched. Restore all files from one backup."
            )
        }
    }

    private static func missing(_ what: String, _ place: StorePlace) -> GranaryError {
        place.error(
            .corrupt,
            "LevelDB's \(what) file is missing; the store was left untouched. Restore it from a backup.")
    }

    /// Writes the description of a store, if it is another one than before.
    static func write(
        _ catalogue: StoreCatalogue, replacing old: StoreCatalogue?, in directory: StoreDirectory
    ) throws {
        if catalogue != old { try write(EncodedCatalogue(catalogue), replacing: nil, in: directory) }
    }

    /// Writes the description of a store, if it is another text than before.
    static func write(
        _ catalogue: EncodedCatalogue, replacing old: EncodedCatalogue?, in directory: StoreDirectory
    ) throws {
        if catalogue.json == old?.json { return }
        try PrivateFile.replace(
            directory.file(StoreDirectory.description), with: catalogue.json, at: directory.place)
        try directory.synchronize()
    }
}
