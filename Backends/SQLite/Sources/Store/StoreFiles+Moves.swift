internal import GranaryStore

/// The notes and copies that a move of a store, from here or to here, has left beside its files.
extension StoreFiles {
    /// The notes beside the database.
    var notes: MoveNotes { MoveNotes(path.path, place: place) }

    /// The copy of a store that is on its way to this place.
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
            // It says that it went here, so nothing is lost with it.
            try? StoreFiles(StorePath(at: origin), store: place.store).remove()
        } giveUp: {
            try removeCopy()
        }
    }

    /// Removes what a move from this place has left at the new one when its process was killed, as far as that can be
    /// done; while no other thread opens the file of this place.
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
