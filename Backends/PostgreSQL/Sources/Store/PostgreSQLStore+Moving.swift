public import GranaryStore

extension PostgreSQLStore: MovingBackend {
    /// Checks the store and its new schema; to another database, the store is copied.
    ///
    /// - Throws: any error from reaching either database.
    public static func prepareMove(
        of source: StoreConfiguration, to target: StoreConfiguration
    ) throws -> StoreMove? {
        try StoreMoving(from: source, to: target).prepare()
    }

    /// Gives the tables their new schema, and notes that in the old one, in one transaction; of a copy, only the note
    /// is made.
    public static func leave(_ move: StoreMove) throws {
        if move.isCopied { return try DatabaseMoving(move).leave(move.copy) }
        try StoreMoving(move).leave(move.copy)
    }

    /// Gives a copy its schema, and removes the old tables; within a database the store is already there.
    public static func arrive(_ move: StoreMove) throws {
        if move.isCopied { try DatabaseMoving(move).arrive(move.copy) }
    }

    /// Removes the note about the new schema from the old one.
    public static func forget(_ move: StoreMove) throws { try StoreMoving(move).forget() }

    /// Removes a copy; within a database nothing was made.
    public static func giveUp(_ move: StoreMove) throws {
        if move.isCopied { try DatabaseMoving(move).giveUp(move.copy) }
    }
}

extension StoreMove {
    /// Whether the store goes to another database, into which its tables cannot be given.
    fileprivate var isCopied: Bool { copy.configuration != source }
}
