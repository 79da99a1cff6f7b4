/// The changes of an object since it was read or saved.
extension ObjectGraph {
    /// The names of the stored properties of an object that the next save writes.
    ///
    /// Attributes come first, then relationships to one, each in the order of declaration. The list is complete for an
    /// inserted object, and empty for an object that is unchanged, deleted or not in this context.
    package func changedProperties<M: Model>(of object: M) -> [String] {
        guard let entity = table(of: object)?.entity else { return [] }
        let changed: PropertySet
        switch object.objectState.phase {
        case .inserted: changed = .all
        case .stored: changed = object.objectState.changes?.properties ?? PropertySet()
        case .deleted, .transient, .detached: return []
        }
        return (0..<entity.propertyCount).filter(changed.contains).map(entity.propertyName)
    }

    /// The stored properties of an object as they were last read or saved.
    ///
    /// `nil` for an object that was never saved or is not in this context. For an unchanged object it equals
    /// ``Model/snapshot``.
    package func savedSnapshot<M: Model>(of object: M) -> M.Snapshot? {
        guard table(of: object) != nil else { return nil }
        switch object.objectState.phase {
        case .stored, .deleted:
            guard let changes = object.objectState.changes else { return object.snapshot }
            return changes.original as? M.Snapshot
        case .inserted, .transient, .detached: return nil
        }
    }
}
