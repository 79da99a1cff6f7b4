public import GranaryStore

extension SQLiteStore: MovingBackend {
    /// Copies the file, with the content of its log, to a hidden name at the new place.
    public static func prepareMove(
        of source: StoreConfiguration, to target: StoreConfiguration
    ) throws -> StoreMove? {
        try StoreMoving(from: source, to: target).prepare()
    }

    /// Makes a file next to the old one that says where the store is.
    public static func leave(_ move: StoreMove) throws { try StoreMoving(move).leave(move.copy) }

    /// Gives the copy its name, and removes the old file.
    public static func arrive(_ move: StoreMove) throws { try StoreMoving(move).arrive() }

    /// Removes the file that says where the store is.
    public static func forget(_ move: StoreMove) throws { try StoreMoving(move).forget() }

    /// Removes the copy, and the directories that were made for it.
    public static func giveUp(_ move: StoreMove) throws { try StoreMoving(move).giveUp(move.copy) }
}
