internal import CSQLite
internal import GranaryStore
internal import GranarySQL

/// Makes a new store under a temporary name and gives it its own when it is complete, so that there is never half of
/// one.
struct StoreCreation {
    private let opening: StoreOpening
    private var place: StorePlace { opening.place }

    /// Makes the creation of a store that does not exist.
    init(_ opening: StoreOpening) { self.opening = opening }

    /// Makes directory and file; not the first when another process has been faster, whose file stays.
    ///
    /// Also returns a remark for the owner about a former store at the place.
    func run() throws -> (isFirst: Bool, remark: GranaryError?) {
        let path = opening.path
        try PrivateDirectory.make(path.directory, at: place)
        let (temporary, hold) = try opening.files.makeUnfinished()
        do {
            let published = try withExtendedLifetime(hold) {
                try fill(temporary)
                let published = try opening.files.publish(temporary, replacingEmpty: true)
                if !published.isFirst { try PrivateFiles.remove(temporary.path, at: place) }
                return published
            }
            try PrivateFiles.synchronizeDirectory(path.directory, at: place)
            return published
        } catch {
            for file in temporary.sideFiles + [temporary.path] { try? PrivateFiles.remove(file, at: place) }
            throw error
        }
    }

    private func fill(_ temporary: StorePath) throws {
        let connection = try Connection(to: temporary, isReadOnly: false, isImmutable: false, place: place)
        defer { connection.close() }
        let schema = StoreSchema(layout: opening.layout, wanted: opening.wanted)
        try connection.configure(opening.options, isReadOnly: false)
        try connection.begin()
        try connection.runOnce("PRAGMA application_id = \(FileHeader.applicationID)")
        try connection.runOnce("PRAGMA user_version = \(FileHeader.formatVersion)")
        try StoreMetadata.create(fingerprint: opening.fingerprint, on: connection)
        try schema.create(opening.layout.configurations, on: connection)
        try StoreMetadata.record(opening.wanted, fingerprint: opening.fingerprint, on: connection)
        try connection.run("COMMIT")
        try connection.runOnce("PRAGMA journal_mode = WAL")
    }
}
