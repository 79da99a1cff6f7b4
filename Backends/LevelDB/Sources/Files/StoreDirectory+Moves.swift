internal import Granary

/// What a move of a store from here, or to here, has left beside its directory.
extension StoreDirectory {
    /// The notes beside the directory.
    var notes: MoveNotes { MoveNotes(path, place: place) }

    /// The copy of a store that is on its way to this place.
    var copy: StoreDirectory { beside(notes.copyName) }

    /// The directory of a store that has left its old place, and was not given its name here yet.
    func arrived() throws -> StoreDirectory? {
        guard try notes.hasArrived(), try copy.identity() != nil else { return nil }
        return copy
    }

    /// Whether there is something at this place.
    var isTaken: Bool { get throws { try identity() != nil && !names().isEmpty } }

    /// Finishes a move to this place whose process was killed, or gives it up.
    func settleMove() throws {
        try notes.settle { origin in
            try publishCopy()
            // It says that it went here, so nothing is lost with it.
            let old = StoreDirectory(at: origin, store: store)
            if (try? old.identity()) != nil { try? old.removeAtOnce() }
        } giveUp: {
            try removeCopy()
        }
    }

    /// Makes sure that a store which has left this place has its name at the new one, before this place forgets it; false when
    /// none has.
    func finishLeaving() throws -> Bool {
        guard let destination = try notes.destination() else { return false }
        try StoreDirectory(at: destination, store: store).settleMove()
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
        guard try copy.identity() != nil else { return }
        guard try copy.rename(to: self) else { throw takenError }
    }

    /// Removes the copy.
    func removeCopy() throws { if try copy.identity() != nil { try copy.removeAll() } }

    /// The error for a new place where there is something.
    var takenError: GranaryError {
        place.error(
            .configuration,
            "There is a directory at the new place of the store already, and it was left untouched. Name another place, or remove it."
        )
    }
}
