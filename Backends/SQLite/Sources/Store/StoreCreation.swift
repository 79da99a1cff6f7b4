internal import CSQLite
internal import Granary
internal import GranarySQL

/// Makes a new store under a temporary name and gives it its own when it is complete, so that no moment
/// leaves half of one.
struct StoreCreation {
    private let opening: StoreOpening
    private var place: StorePlace { opening.place }

    /// Makes the creation of a store that does not exist.
    init(_ opening: StoreOpening) { self.opening = opening }

    /// Makes directory and file; false when another process has been faster, whose file stays.
    func run() throws -> Bool {
        let path = opening.path
        try PrivateFiles.makeDirectory(path.directory, at: place)
        let replacesEmpty = try opening.files.status() != nil
        let (temporary, hold) = try opening.files.makeUnfinished()
        do {
            let isFirst = try withExtendedLifetime(hold) {
                try fill(temporary)
                let isFirst = try PrivateFiles.publish(
                    temporary.path, as: path.path, replacingEmpty: replacesEmpty, at: place)
                if !isFirst { try PrivateFiles.remove(temporary.path, at: place) }
                return isFirst
            }
            try PrivateFiles.synchronizeDirectory(path.directory, at: place)
            return isFirst
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
