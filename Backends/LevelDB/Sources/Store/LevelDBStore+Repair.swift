internal import CLevelDB
public import GranaryStore
internal import GranaryKeyValue

extension LevelDBStore {
    /// Repairs a damaged store as well as LevelDB can, after copying its directory; returns the copy's path.
    ///
    /// LevelDB keeps the entries it can read and drops the rest without naming them: rows may be missing, have their
    /// values from before a save, or be there again though they were deleted. Then the rest is made to fit the rows:
    /// every index is rebuilt, of two rows with the same unique values the one that was saved last stays, and pairs of
    /// rows that are lost are removed when the store is opened for writing the next time. A row may go on to refer to
    /// one that is lost. The description is written from the catalogue in the database. Nothing repairs a store unless
    /// this is called.
    /// - Throws: `GranaryError.Code.notFound`; `GranaryError.Code.locked` while this or another process has it open;
    ///   `GranaryError.Code.foreign` and `.newer`, and `GranaryError.Code.corrupt` when LevelDB gives up or no
    ///   catalogue is left.
    public static func repair(_ configuration: StoreConfiguration) throws -> String {
        let directory = try StoreDirectory(configuration)
        guard let identity = try directory.identity() else {
            throw directory.place.error(.notFound, "There is no store at the path. Correct the path.")
        }
        let claim = try directory.claim(identity, to: "repaired")
        defer { claim.release() }
        let described = try description(directory)
        try directory.requireUnlocked()
        let copy = try directory.unused("before-repair-")
        try directory.copy(to: copy)
        let options = try LevelDBOptions(configuration.options)
        try repairFiles(directory, options)
        // LevelDB has put unreadable files into a directory; the copy has it too.
        let lost = directory.below(StoreDirectory.unreadable)
        if try lost.identity() != nil { try lost.removeAll() }
        // Opening makes the log that a whole store has.
        let database = try LevelDBDatabase(in: directory, options, creating: false) {}
        defer { database.close() }
        do {
            let catalogue = try StoreRepair(LevelDBEngine(database, options), copy: described).run()
            try StoreDescription.write(catalogue, replacing: described, in: directory)
        } catch let error as GranaryError {
            throw directory.place.error(error.code, error.message)
        }
        directory.makeFilesPrivate()
        return copy.path
    }

    /// The store's description next to the database; `nil` when it is damaged.
    private static func description(_ directory: StoreDirectory) throws -> StoreCatalogue? {
        do {
            return try StoreDescription(directory).catalogue
        } catch let error as GranaryError where error.code == .corrupt {
            return nil
        }
    }

    private static func repairFiles(_ directory: StoreDirectory, _ options: LevelDBOptions) throws {
        let options = EngineOptions(options, creating: false)
        defer { options.free() }
        var failure: UnsafeMutablePointer<CChar>?
        leveldb_repair_db(options.pointer, directory.path, &failure)
        if failure != nil {
            throw EngineError(taking: failure).translated(at: directory.place, doing: "repairing the store")
        }
    }
}
