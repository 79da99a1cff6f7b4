public import Granary

extension PostgreSQLStore: MovingBackend {
    /// Looks at the store and at its new schema; nothing is copied.
    ///
    /// - Throws: ``GranaryError/Code/unsupported`` for another database.
    public static func prepareMove(
        of source: StoreConfiguration, to target: StoreConfiguration
    ) throws -> StoreMove? {
        try StoreMoving(from: source, to: target).prepare()
    }

    /// Gives the tables their new schema, and notes that in the old one, in one transaction.
    public static func leave(_ move: StoreMove) throws { try StoreMoving(move).leave(move.copy) }

    /// Does nothing: the store is there.
    public static func arrive(_ move: StoreMove) throws {}

    /// Removes what the old schema says of the new one.
    public static func forget(_ move: StoreMove) throws { try StoreMoving(move).forget() }

    /// Does nothing: nothing was made.
    public static func giveUp(_ move: StoreMove) throws {}
}
