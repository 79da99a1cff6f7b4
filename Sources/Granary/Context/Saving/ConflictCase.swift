/// An object in conflict: this context's state, and the store's row, if there still is one.
struct ConflictCase<M: Model> {
    let mine: M
    let theirs: StoreVersion<M>?
    let key: ObjectKey
    let entity: Entity

    /// Whether this context deletes what others have deleted.
    var isAgreedDeletion: Bool { mine.objectState.phase == .deleted && theirs == nil }

    /// The three versions, to be merged.
    var merge: ThreeWayMerge<M.Snapshot> {
        ThreeWayMerge(
            entity: entity, base: mine.objectState.changes?.original as? M.Snapshot ?? mine.snapshot,
            mine: mine.objectState.phase == .deleted ? nil : mine.snapshot, theirs: theirs?.object.snapshot,
            touched: mine.objectState.changes?.properties ?? PropertySet())
    }

    /// The conflict as the program gets it.
    func description() throws -> SaveConflict { describing(try merge.description()) }

    /// A description with the version of the store's row.
    func describing(_ conflict: SaveConflict) -> SaveConflict {
        var conflict = conflict
        conflict.version = theirs?.version
        return conflict
    }
}
