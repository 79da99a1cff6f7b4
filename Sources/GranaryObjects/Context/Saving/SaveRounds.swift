/// Calls the hooks of one save.
protocol SaveRounds: AnyObject {
    /// Calls the hooks before the save in rounds, until no round changes an object; `between` follows each.
    ///
    /// - Throws: what a hook throws; an error that names the models if a number of rounds is not enough.
    func runRounds(between: () throws -> Void) throws
    /// Notes the objects that the save is about to write, and forgets those of an earlier attempt.
    func noteWritten()
    /// Calls the hooks after the save on the noted objects.
    func tellWritten()
}
