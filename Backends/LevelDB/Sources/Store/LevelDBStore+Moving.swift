public import GranaryStore

extension LevelDBStore: MovingBackend {
    /// Copies the files of the directory into a hidden one at the new place.
    ///
    /// - Throws: `GranaryError.Code.locked` while this or another process has the store open.
    public static func prepareMove(
        of source: StoreConfiguration, to target: StoreConfiguration
    ) throws -> StoreMove? {
        try StoreMoving(from: source, to: target).prepare()
    }

    /// Makes a file next to the old directory that says where the store is.
    public static func leave(_ move: StoreMove) throws { try StoreMoving(move).leave(move.copy) }

    /// Gives the copy its name, and removes the old directory.
    public static func arrive(_ move: StoreMove) throws { try StoreMoving(move).arrive() }

    /// Removes the file that says where the store is.
    public static func forget(_ move: StoreMove) throws { try StoreMoving(move).forget() }

    /// Removes the copy, and the directories that were made for it.
    public static func giveUp(_ move: StoreMove) throws { try StoreMoving(move).giveUp(move.copy) }
}
