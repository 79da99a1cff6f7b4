/// A session whose commits only change a context in memory, so that they can be taken back: that of a child in its
/// parent.
protocol EnterableSession: StoreSession {
    /// Makes changes those of the parent.
    ///
    /// - Throws: what finding the changed objects throws.
    func enter(_ changes: ChangeSet) throws -> EnteredChanges
}
