extension ParentCommit {
    /// Applies the prepared changes to the parent's objects; it cannot fail.
    func apply() {
        parent.requirements.add(required)
        // Before the objects are deleted: one that is already deleted counts as deleted by the parent's own program.
        for deletion in deletions { parent.deletions.record(deletion) }
        for deletion in deletions where deletion.isNamed { parent.deletions.name(deletion.object) }
        // Remove objects first, so that others can take their keys.
        for (object, _) in deleted { parent.tables.markDeletedOrDetach(object) }
        if deleted.contains(where: { $0.object._objectState.phase == .detached }) {
            parent.lists.removeLinks { $0._objectState.phase == .detached }
        }
        for insertion in inserted { parent.insertion.attach(insertion.object, insertion.table) }
        for update in updated {
            // `restoreAny` does not record the former values, which the parent's next save and history need.
            for position in update.properties.positions { update.object.willChangeAny(position) }
            update.object.restoreAny(update.properties, from: update.values)
        }
        for link in links {
            parent.lists.link(
                link.pair.first, link.pair.second, link.table, isFirst: true, added: link.isAdded)
        }
        invalidateLists()
    }

    /// Invalidates the parent's lists whose members may have changed.
    func invalidateLists() {
        for index in entities { parent.tables[index].invalidateMembers() }
        for (object, entity) in deleted {
            invalidateLists(of: object, entity, among: parent.schema.entities.indices)
        }
        for table in parent.tables where table.keepsLists && table.toManyCount > 0 {
            for object in table.touched where object._objectState.phase == .inserted {
                invalidateLists(of: object, table.entity, among: entities)
            }
        }
    }

    /// Invalidates the lists of one object; the next access makes them.
    private func invalidateLists(of object: any Model, _ entity: Entity, among entities: some Collection<Int>)
    {
        for relationship in entity.toMany where entities.contains(relationship.destination.index) {
            if let members = object._members(at: relationship.position) {
                members.unload()
            } else {
                object._setMembers(ToManyMembers(), at: relationship.position)
            }
        }
    }
}
