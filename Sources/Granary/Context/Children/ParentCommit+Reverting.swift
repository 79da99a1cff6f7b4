extension ParentCommit {
    /// The state of a parent before a commit.
    struct Earlier {
        fileprivate let objects: [ObjectMemory]
        fileprivate let links: [String: [LinkPair: Bool]]
        fileprivate let required: [Requirement]
        fileprivate let history: UndoRecords?
    }

    /// The state of an object before a commit.
    fileprivate struct ObjectMemory {
        let object: any Model
        let state: ObjectState
        let changed: PropertySet
        let values: any ModelSnapshot

        init(_ object: any Model) {
            self.object = object
            state = object.objectState
            changed = object.objectState.changes?.properties ?? PropertySet()
            values = object.anySnapshot
        }
    }

    /// The present state of the parent, to revert the commit to.
    func remember() -> Earlier {
        Earlier(
            objects: (deleted + displaced + updated.map(\.object)).map(ObjectMemory.init),
            links: parent.links.pairs,
            required: parent.requirements.all, history: history.remember())
    }

    /// Restores the parent's state before the commit, which no save has written; returns the restored objects.
    func revert(to earlier: Earlier) -> [any Model] {
        for insertion in inserted { parent.detach(insertion.object, insertion.table) }
        for memory in earlier.objects { parent.bringBack(memory) }
        for object in deleted { parent.takeBackEffects(ofDeleting: object) }
        parent.links.set(to: earlier.links)
        parent.requirements.set(to: earlier.required)
        history.restore(earlier.history)
        forgetLists()
        return earlier.objects.map(\.object)
    }
}

extension ObjectGraph {
    fileprivate func detach(_ object: any Model, _ table: ObjectTable) {
        if self.table(of: object) === table { table.detach(object) }
    }

    fileprivate func bringBack(_ memory: ParentCommit.ObjectMemory) {
        guard let batch = memory.state.batch else { return }
        memory.object.restoreAny(.all, from: memory.values)
        let changes = memory.state.changes.map { ChangeRecord(original: $0.original, memory.changed) }
        tables[batch.entity.index].setBack(memory.object, to: memory.state, changes)
    }
}
