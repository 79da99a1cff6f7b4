internal import CLevelDB
public import GranaryStore
package import GranaryKeyValue

/// Stores in LevelDB, one directory a store.
///
/// Register it with `registry.register(LevelDBStore.self)` or name it as `.leveldb` among the backends. One process at
/// a time may have a store open. `Docs/Design/key-encoding.md` and `Docs/Design/record-encoding.md` describe its
/// content, byte by byte.
public enum LevelDBStore: StoreBackend {
    /// The name of the type: `leveldb`.
    public static var type: StoreType { .leveldb }

    /// Everything but several processes, which LevelDB does not allow.
    public static var capabilities: Capabilities {
        KeyValueStore.ownCapabilities.union([
            .durable, .persistent, .files, .migration, .inspection, .copying, .moving,
        ])
    }

    /// The options that a configuration may set.
    public static var options: [StoreOption] { LevelDBOptions.descriptions }

    /// The path of the directory, with symbolic links of the directories above followed.
    public static func location(of configuration: StoreConfiguration) throws -> String? {
        try StoreDirectory(configuration).path
    }

    /// Opens the database, or makes it, with directories of mode 0700 and files of mode 0600.
    ///
    /// Existing content is examined first, and left untouched unless it is a store that fits. The torn end of the
    /// newest log, as a power failure leaves it, is cut off after the whole directory has been copied; any
    /// other damage is refused.
    /// - Throws: `GranaryError.Code.foreign`, `.newer`, `.corrupt`, `.incompatible`; `.notFound` for a read-only
    ///   store that does not exist; `.locked` while this or another process has it open; `.denied`, `.full`,
    ///   `.io`.
    public static func open(_ request: StoreOpenRequest) throws -> any Store {
        try StoreOpening(request).open()
    }

    /// Opens a store with another engine around LevelDB's, for tests that observe the calls in between.
    package static func open(
        _ request: StoreOpenRequest, around surround: @escaping (any KeyValueEngine) -> any KeyValueEngine
    ) throws -> any Store {
        try StoreOpening(request, around: surround).open()
    }

    /// Removes the directory with every file in it; does nothing if there is none.
    ///
    /// Only a store's own files are removed, also those of a damaged store.
    /// - Throws: `GranaryError.Code.locked` while this or another process has it open; `GranaryError.Code.foreign` for
    ///   a directory that is not a store of Granary, or holds anything else next to one: then nothing was removed.
    public static func destroy(_ configuration: StoreConfiguration) throws {
        let directory = try StoreDirectory(configuration)
        defer { directory.removeAbandoned() }
        directory.clearUnfinishedMove()
        try directory.finishOrAbandonMove()
        if try directory.finishLeaving() {
            if try directory.identity() != nil { try directory.removeAtOnce() }
            return try directory.notes.removeDestination()
        }
        guard let identity = try directory.identity() else { return }
        let claim = try directory.claim(identity, to: "destroyed")
        defer { claim.release() }
        if try directory.names().isEmpty { return try directory.removeAll() }
        try StoreDescription.require(in: directory)
        try directory.requireUnlocked()
        try directory.removeAtOnce()
    }
}

extension LevelDBStore: MigratingBackend {
    /// The schema of the store in the directory, by the description next to the database; `nil` without one.
    public static func storedSchema(_ request: StoreOpenRequest) throws -> StoredSchema? {
        try StoreMigration(request.configuration).storedSchema(like: StoredSchema(request))
    }

    /// Writes the changed entries next to the existing ones, and changes the store at once.
    ///
    /// - Throws: `GranaryError.Code.locked` while this or another process has the store open.
    public static func migrate(_ request: MigrationRequest) throws {
        try StoreMigration(request.store.configuration).run(request)
    }

    /// Migrates a store with another engine around LevelDB's, for tests that observe the calls in between.
    package static func migrate(
        _ request: MigrationRequest, around surround: @escaping (any KeyValueEngine) -> any KeyValueEngine
    ) throws {
        try StoreMigration(request.store.configuration, around: surround).run(request)
    }

    /// Gives the directory another name, or removes it.
    ///
    /// - Throws: `GranaryError.Code.locked` while this or another process has the store open.
    public static func remove(_ configuration: StoreConfiguration, movingAside: Bool) throws {
        try StoreMigration(configuration).leave(movingAside: movingAside)
    }
}

extension StoreType {
    /// A directory of LevelDB, by the product `GranaryLevelDB`.
    public static let leveldb = StoreType("leveldb")
}

extension Backend {
    /// LevelDB, one directory a store.
    public static let leveldb = Backend(LevelDBStore.self)
}

extension StoreDirectory {
    /// Claims the directory for this caller.
    ///
    /// - Throws: `GranaryError.Code.locked` when a store of this process has it open.
    func claim(_ identity: DirectoryIdentity, to what: String) throws -> OpenDirectories.Claim {
        if let claim = OpenDirectories.shared.claim(identity) { return claim }
        throw place.error(
            .locked,
            "The store is open in this process and cannot be \(what): LevelDB allows it to be open once. Close it first."
        )
    }
}
