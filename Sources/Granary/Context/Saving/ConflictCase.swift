/// An object in conflict: this context's state, and the store's row, if there still is one.
struct ConflictCase<M: Model> {
    let mine: M
    let theirs: StoreVersion<M>?
    let key: ObjectKey
    let entity: Entity

    /// Whether this context deletes what others have deleted.
    var isAgreedDeletion: Bool { mine.objectState.phase == .deleted && theirs == nil }

    /// The properties this context changed.
    var changed: PropertySet { mine.objectState.changes?.properties ?? PropertySet() }

    /// The properties as this context read them.
    private var base: M.Snapshot { mine.objectState.changes?.original as? M.Snapshot ?? mine.snapshot }

    /// The properties that others changed since this context read them.
    var theirChanges: PropertySet {
        theirs.map { base.differences(from: $0.object.snapshot) } ?? .all
    }

    /// Whether both sides have equal values of some properties.
    func areSame(_ properties: PropertySet) -> Bool {
        guard let theirs else { return false }
        return properties.intersection(mine.snapshot.differences(from: theirs.object.snapshot)).isEmpty
    }

    /// The conflict as the program gets it.
    func description() throws -> SaveConflict {
        try SaveConflict(
            entity, key, base: base, mine: mine.objectState.phase == .deleted ? nil : mine.snapshot,
            theirs: theirs?.object.snapshot)
    }
}
