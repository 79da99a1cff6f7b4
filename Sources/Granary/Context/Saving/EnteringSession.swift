/// A session with a parent, whose commit has two halves: the changes enter the parent, and the parent is saved.
protocol EnteringSession: StoreSession {
    /// What has entered the parent, and what the parent was before.
    associatedtype Entry: EnteredChanges

    /// Makes the changes of the child those of the parent.
    ///
    /// - Throws: what keeps one of them from entering; the parent is then as it was.
    func enter(_ changes: ChangeSet) throws -> Entry
    /// Reverts the parent after its save has failed; returns false, without any effect, if it has written everything.
    func takeBack(_ entry: Entry) -> Bool
}

/// Changes that have entered a parent.
protocol EnteredChanges {
    /// The objects in conflict; with any, nothing has entered.
    var conflicts: [CommitResult.Conflict] { get }
}
