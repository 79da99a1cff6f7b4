/// Makes what tells objects of the saves that write them; one for all contexts.
protocol SaveHooks: Sendable {
    /// Begins a save.
    func rounds(of saves: SaveRunner) -> any SaveRounds
}

/// Tells objects of one save.
protocol SaveRounds: AnyObject {
    /// Tells objects what the save is about to do to them, in rounds, until no round changes any; `between` follows each.
    ///
    /// - Throws: what a hook throws; an error that names the models if a number of rounds is not enough.
    func settle(between: () throws -> Void) throws
    /// Notes the objects that the save is about to write, and forgets those of an earlier attempt.
    func noteWritten()
    /// Tells the noted objects that the save is done.
    func tellWritten()
}
