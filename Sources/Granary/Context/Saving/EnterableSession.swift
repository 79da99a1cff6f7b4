/// A session whose commits only change a context in memory, so that they can be taken back: that of a child in its parent.
protocol EnterableSession: StoreSession {
    /// Makes changes those of the parent.
    ///
    /// - Throws: what finding the changed objects throws.
    func enter(_ changes: ChangeSet) throws -> EnteredChanges
}

/// Changes of a child that have entered its parent.
struct EnteredChanges {
    /// The objects in conflict; with any, nothing has entered.
    let conflicts: [CommitResult.Conflict]
    private let revert: () -> Bool

    init(conflicts: [CommitResult.Conflict], revert: @escaping () -> Bool) {
        (self.conflicts, self.revert) = (conflicts, revert)
    }

    /// Reverts the parent after its save has failed; returns false, without any effect, if it has written everything.
    func takeBack() -> Bool { revert() }
}
