/// An object in conflict: this context's state, and the store's row, if there still is one.
struct ConflictCase<M: Model> {
    let mine: M
    let theirs: StoreVersion<M>?
    let key: ObjectKey
    let entity: Entity
    /// The references that only delete rules have cleared here, and that the others have set to other objects, or have
    /// deleted: the rules do not reach these any more.
    var moved = PropertySet()
    /// Whether the object's row stands against its deletion as it is, since others refer to it or the program says so.
    var isHeld = false
    /// Whether the base took over sides of pairs in this save, and so says less of what the others have changed.
    private(set) var hasFollowed = false

    /// Whether this context deletes what others have deleted.
    var isAgreedDeletion: Bool { mine._objectState.phase == .deleted && theirs == nil }

    /// The object as this context read it, with the sides of pairs that have followed the store since.
    private var base: M.Snapshot { mine._objectState.changes?.original as? M.Snapshot ?? mine.snapshot }

    /// The three versions, to be merged.
    var merge: ThreeWayMerge<M.Snapshot> {
        ThreeWayMerge(
            entity: entity, base: base,
            mine: mine._objectState.phase == .deleted ? nil : mine.snapshot, theirs: theirs?.object.snapshot,
            touched: (mine._objectState.changes?.properties ?? PropertySet()).subtracting(moved),
            moved: moved, isHeld: isHeld, hasFollowed: hasFollowed)
    }

    /// Notes whether the base differs from that before the save.
    mutating func recordFollowed(since former: (any ModelSnapshot)?) {
        if let former { hasFollowed = !former.differences(fromAny: base).isEmpty }
    }

    /// Whether nothing of this context's is left to decide about: delete rules have deleted the object, or have made
    /// its only changes, and reach it no more.
    func isMovedAway(in graph: ObjectGraph) -> Bool {
        if mine._objectState.phase == .deleted {
            return theirs.map { graph.deleteRules.isMovedAway(mine, to: $0.object) } ?? false
        }
        return !moved.isEmpty && merge.touched.isEmpty
    }

    /// Notes which of the references that delete rules have cleared the others have set.
    mutating func recordMoved(_ cleared: [(relationship: Relationship, target: ObjectKey)]) {
        guard mine._objectState.phase == .stored, let changes = mine._objectState.changes,
            let base = changes.original as? M.Snapshot
        else { return }
        let read = M(base)
        for (relationship, target) in cleared where changes.properties.contains(relationship.property) {
            let position = relationship.position
            guard case .empty = mine._reference(at: position), read.referenceKey(at: position) == target,
                theirs?.object.referenceKey(at: position) != target
            else { continue }
            moved.insert(relationship.property)
        }
    }

    /// The conflict with what an outcome gives up of the program's edits; `nil` where it gives up nothing.
    ///
    /// - Throws: any error from encoding a value.
    func givenUp(
        by outcome: ThreeWayMerge<M.Snapshot>.Outcome, in graph: ObjectGraph
    ) throws -> SaveConflict? {
        let merge = merge
        let lost: PropertySet
        switch outcome {
        case .open, .delete, .insert: return nil
        case .theirs: lost = merge.lost(writing: PropertySet())
        case .mine(let assignment): lost = merge.lost(writing: assignment.properties)
        }
        let isDeletion = merge.mine == nil && !isAgreedDeletion
        guard isDeletion || !lost.isEmpty, !isMovedAway(in: graph) else { return nil }
        var conflict = try description()
        conflict.givenUp = lost.positions.map(entity.propertyName)
        return conflict
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
