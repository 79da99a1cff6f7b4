internal import Granary

/// What a move of a store from here, or to here, has left beside its files.
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
    func settleMove() throws {
        try notes.settle { origin in
            try publishCopy()
            // It says that it went here, so nothing is lost with it.
            try? StoreFiles(StorePath(at: origin), store: place.store).remove()
        } giveUp: {
            try removeCopy()
        }
    }

    /// Makes sure that a store which has left this place has its name at the new one, before this place forgets it; false when
    /// none has.
    func finishLeaving() throws -> Bool {
        guard let destination = try notes.destination() else { return false }
        try StoreFiles(StorePath(at: destination), store: place.store).settleMove()
        return true
    }

    /// Throws where a move to this place is unfinished, which a read-only configuration leaves as it is.
    func requireNoMove() throws {
        guard try notes.hasArrived() else { return }
        throw place.error(
            .notFound,
            "A store was moved to this place, and the program ended before it had its name. Open it for writing once."
        )
    }

    /// Gives the copy its name, if that was not done before.
    func publishCopy() throws {
        guard try FileStatus(copy.path, at: place) != nil else { return }
        guard try PrivateFiles.publish(copy.path, as: path.path, replacingEmpty: false, at: place) else {
            if try FileStatus(copy.path, at: place)?.identity == FileStatus(path.path, at: place)?.identity {
                // Killed between the two names.
                return try PrivateFiles.remove(copy.path, at: place)
            }
            throw isTaken
        }
        try PrivateFiles.synchronizeDirectory(path.directory, at: place)
    }

    /// Removes the copy.
    func removeCopy() throws {
        for file in copy.sideFiles + [copy.path] { try PrivateFiles.remove(file, at: place) }
    }

    /// The error for a new place where there is something.
    var isTaken: GranaryError {
        place.error(
            .configuration,
            "There is a file at the new place of the store already, and it was left untouched. Name another place, or remove it."
        )
    }
}
