extension ParentCommit {
    /// The state of a parent before a commit.
    struct Earlier {
        fileprivate let objects: [ObjectMemory]
        fileprivate let links: [String: [LinkPair: Bool]]
        fileprivate let required: [Requirement]
        fileprivate let history: UndoRecords?
    }

    /// The present state of the parent, to revert the commit to.
    func remember() -> Earlier {
        Earlier(
            objects: (deleted.map(\.object) + displaced + updated.map(\.object)).map(ObjectMemory.init),
            links: parent.links.pairs,
            required: parent.requirements.all, history: history.remember())
    }

    /// Restores the parent's state before the commit, which no save has written; returns the restored objects.
    func revert(to earlier: Earlier) -> [any Model] {
        for insertion in inserted { parent.detach(insertion.object, insertion.table) }
        for memory in earlier.objects { parent.tables.bringBack(memory) }
        for (object, _) in deleted { parent.deleteRules.revertEffects(ofDeleting: object) }
        parent.restoreUnsaved(earlier.links, earlier.required)
        history.restore(earlier.history)
        invalidateLists()
        return earlier.objects.map(\.object)
    }
}

extension ObjectGraph {
    fileprivate func detach(_ object: any Model, _ table: ObjectTable) {
        if tables.table(of: object) === table { table.detach(object) }
    }
}
