internal import GranaryStore

/// The notes and copies that a move of a store, from here or to here, has left next to its files.
extension StoreFiles {
    /// The notes next to the database.
    var notes: MoveNotes { MoveNotes(path.path, place: place) }

    /// The copy of a store that is being moved to this place.
    var copy: StorePath { path.beside(notes.copyName) }

    /// The files of a store that has left its old place, and was not given its name here yet.
    func arrived() throws -> StorePath? {
        guard try notes.hasArrived(), try FileStatus(copy.path, at: place) != nil else { return nil }
        return copy
    }

    /// Finishes a move to this place whose process was killed, or gives it up; while no other thread opens a file.
    func finishOrAbandonMove() throws {
        try notes.finishOrAbandon { origin in
            try publishCopy()
            // Its note says that the store moved here, so nothing is lost with it.
            try? StoreFiles(StorePath(at: origin), store: place.store).remove()
        } giveUp: {
            try removeCopy()
        }
    }

    /// Removes, where possible, the remains at the new place of a move from this one whose process was killed; while no
    /// other thread opens the file of this place.
    func clearUnfinishedMove() {
        try? notes.clearIntent {
            try StoreFiles(StorePath(at: $0), store: place.store).finishOrAbandonMove()
        }
    }

    /// Makes sure that a store which has left this place has its name at the new one, before this place forgets it;
    /// false when none has.
    func finishLeaving() throws -> Bool {
        try notes.finishLeaving {
            try StoreFiles(StorePath(at: $0), store: place.store).finishOrAbandonMove()
        }
    }

    /// Gives the copy its name, if that was not done before.
    func publishCopy() throws {
        guard try FileStatus(copy.path, at: place) != nil else { return }
        guard try publish(copy, replacingEmpty: false).isFirst else {
            if try FileStatus(copy.path, at: place)?.identity == FileStatus(path.path, at: place)?.identity {
                // Killed between the two names.
                return try PrivateFiles.remove(copy.path, at: place)
            }
            throw takenError
        }
        try PrivateFiles.synchronizeDirectory(path.directory, at: place)
    }

    /// Removes the copy.
    func removeCopy() throws {
        for file in copy.sideFiles + [copy.path] { try PrivateFiles.remove(file, at: place) }
    }

    /// The error for a new place where there is something.
    var takenError: GranaryError { notes.isTaken(by: "file") }
}
