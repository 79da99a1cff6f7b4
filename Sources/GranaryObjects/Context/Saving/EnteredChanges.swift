/// Changes of a child that have entered its parent.
struct EnteredChanges {
    /// The objects in conflict; with any, nothing has entered.
    let conflicts: [CommitResult.Conflict]
    private let reversal: () -> Bool

    init(conflicts: [CommitResult.Conflict], revert reversal: @escaping () -> Bool) {
        (self.conflicts, self.reversal) = (conflicts, reversal)
    }

    /// Reverts the parent after its save has failed; returns false, without any effect, if it has written everything.
    func revert() -> Bool { reversal() }
}
