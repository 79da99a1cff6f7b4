internal import GranaryStore

/// The notes and copies that a move of a store, from here or to here, has left next to its directory.
extension StoreDirectory {
    /// The notes next to the directory.
    var notes: MoveNotes { MoveNotes(path, place: place) }

    /// The copy of a store that is being moved to this place.
    var copy: StoreDirectory { beside(notes.copyName) }

    /// The directory of a store that has left its old place, and was not given its name here yet.
    func arrived() throws -> StoreDirectory? {
        guard try notes.hasArrived(), try copy.identity() != nil else { return nil }
        return copy
    }

    /// Whether there is something at this place.
    var isTaken: Bool { get throws { try identity() != nil && !names().isEmpty } }

    /// Finishes a move to this place whose process was killed, or gives it up.
    func finishOrAbandonMove() throws {
        try notes.finishOrAbandon { origin in
            try publishCopy()
            // Its note says that the store moved here, so nothing is lost with it.
            let old = StoreDirectory(at: origin, store: store)
            if (try? old.identity()) != nil { try? old.removeAtOnce() }
        } giveUp: {
            try removeCopy()
        }
    }

    /// Removes, where possible, the remains at the new place of a move from this one whose process was killed.
    func clearUnfinishedMove() {
        try? notes.clearIntent { try StoreDirectory(at: $0, store: store).finishOrAbandonMove() }
    }

    /// Makes sure that a store which has left this place has its name at the new one, before this place forgets it;
    /// false when none has.
    func finishLeaving() throws -> Bool {
        try notes.finishLeaving { try StoreDirectory(at: $0, store: store).finishOrAbandonMove() }
    }

    /// Gives the copy its name, if that was not done before.
    func publishCopy() throws {
        guard try copy.identity() != nil else { return }
        guard try copy.rename(to: self) else { throw takenError }
    }

    /// Removes the copy.
    func removeCopy() throws { if try copy.identity() != nil { try copy.removeAll() } }

    /// The error for a new place where there is something.
    var takenError: GranaryError { notes.isTaken(by: "directory") }
}
