internal import GranaryStore

/// Directories that are being made or removed: they have separate names next to the store, so that the store's name
/// never has half of one.
extension StoreDirectory {
    /// A kind of work on a directory with such a name.
    private enum Work: String, CaseIterable {
        /// A store that is being made.
        case making = "new"
        /// A store that is being removed.
        case removing = "old"
    }

    /// How often a directory is made that others remove before it is held.
    private static let attempts = 8

    /// Makes a directory with a separate hidden name, and holds it.
    func makeUnfinished() throws -> (directory: StoreDirectory, hold: FileHold) {
        for _ in 0..<Self.attempts {
            let directory = unfinished(.making)
            if try directory.make(), let hold = FileHold(directory.path), hold.isFound(at: directory.path) {
                return (directory, hold)
            }
        }
        throw place.error(
            .io,
            "The directory in which the store was to be made could not be held. Check who else works in the directory above it."
        )
    }

    private func unfinished(_ work: Work) -> StoreDirectory {
        beside(unfinishedPrefix(work) + String(UInt64.random(in: .min ... .max), radix: 16))
    }

    private func unfinishedPrefix(_ work: Work) -> String { ".\(name).\(work.rawValue)-" }

    private func isUnfinished(_ other: String) -> Bool {
        Work.allCases.contains { work in
            other.rest(after: unfinishedPrefix(work)).flatMap { UInt64($0, radix: 16) } != nil
        }
    }

    /// Removes, where possible, the remains of creations and removals of this store whose process was killed.
    ///
    /// A directory on which another process, or another thread, still works is held by it, and stays.
    func removeAbandoned() {
        for name in (try? namesBeside()) ?? [] where isUnfinished(name) {
            let other = beside(name)
            guard let hold = FileHold(other.path), hold.isAlone(at: other.path) else { continue }
            withExtendedLifetime(hold) {
                guard (try? other.requireUnlocked()) != nil else { return }
                try? other.removeAll()
            }
        }
    }

    /// Removes the directory with the files in it as one: a process that is killed during that leaves a whole store, or
    /// none and remains that ``removeAbandoned()`` removes.
    ///
    /// - Throws: `GranaryError.Code.foreign` when there is anything that is not a file of a store; then nothing
    ///   was removed.
    func removeAtOnce() throws {
        try requireRemovable()
        let aside = unfinished(.removing)
        let hold = FileHold(path)
        guard try rename(to: aside) else {
            throw place.error(.io, "The directory could not be named otherwise, so nothing was removed.")
        }
        try withExtendedLifetime(hold) { try aside.removeAll() }
    }
}
