internal import GranaryStore

/// Files of stores that are being made, which have separate names next to the store.
extension StoreFiles {
    /// How often a file is made that others remove before it is held.
    private static let attempts = 8

    /// Makes an empty file with a separate hidden name, and holds it.
    func makeUnfinished() throws -> (path: StorePath, hold: FileHold) {
        for _ in 0..<Self.attempts {
            let unfinished = path.unfinished()
            try PrivateFiles.makeFile(unfinished.path, at: place)
            if let hold = FileHold(unfinished.path), hold.isFound(at: unfinished.path) {
                return (unfinished, hold)
            }
        }
        throw place.error(
            .io, "The file of a new store could not be held. Check who else works in the directory.")
    }

    /// Removes the remains of creations of this store whose process was killed.
    ///
    /// A file that another process is still making is held by it, and stays.
    func removeAbandoned() throws {
        let store = try FileStatus(path.path, at: place)?.identity
        for name in path.unfinishedNames {
            let unfinished = path.beside(name)
            guard let status = try FileStatus(unfinished.path, at: place), status.isRegular else { continue }
            // A second name of the store itself, from between giving it its own and removing this one: never opened,
            // since closing it would released the engine's locks.
            let hold = status.identity == store ? nil : FileHold(unfinished.path)
            guard status.identity == store || hold?.isAlone(at: unfinished.path) == true else { continue }
            try withExtendedLifetime(hold) {
                for file in unfinished.sideFiles + [unfinished.path] {
                    try PrivateFiles.remove(file, at: place)
                }
            }
        }
    }
}
