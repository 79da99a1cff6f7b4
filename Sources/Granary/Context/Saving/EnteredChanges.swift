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
