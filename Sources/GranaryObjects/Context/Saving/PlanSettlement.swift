/// Settles a save that has succeeded: all unsaved changes are now the saved state.
struct PlanSettlement {
    let graph: ObjectGraph
    let plan: SavePlan

    /// Marks all objects saved; returns the notice for others, with values of the observed entities.
    func markSaved(at versions: SavedVersions, _ observed: Set<Int>?) -> [SaveNotice.Part] {
        var parts: [SaveNotice.Part] = []
        for table in graph.tables where !table.touched.isEmpty {
            let version = versions[table.entity]
            // Marking the objects saved forgets their old values.
            let isObserved = observed?.contains(table.entity.index) ?? false
            let rows = isObserved ? table.changesToSave(at: version) : .none
            parts.append(markSaved(table, version, rows))
        }
        for table in graph.tables where plan.linkedEntities.contains(table.entity.index) {
            parts.append(SaveNotice.Part(entity: table.entity.index, updated: [], deleted: []))
        }
        graph.didSave()
        return parts
    }

    private func markSaved(
        _ table: ObjectTable, _ version: Int64, _ rows: ObservedRows
    ) -> SaveNotice.Part {
        var saved = SavedRows(version: version, listing: table.entity.listing)
        var deleted: [KeyBits] = []
        for object in table.emptyList() where !object.markSaved(in: &saved) {
            let bits = object.erasedKey.bits
            deleted.append(bits)
            // A parent does not tell its child of a row that comes back.
            if !graph.isChild { table.noteAbsent(bits) }
            ObjectTable.markUntouched(&object.objectState)
            table.detach(object)
        }
        return SaveNotice.Part(
            entity: table.entity.index, updated: saved.updated, deleted: deleted, moved: saved.moved,
            rows: rows
        )
    }
}

extension Entity {
    /// The relationships to one that determine which lists contain an object.
    var listing: PropertySet {
        var properties = PropertySet()
        for relationship in toOne where relationship.inverseToMany != nil {
            properties.insert(relationship.property)
        }
        return properties
    }
}
