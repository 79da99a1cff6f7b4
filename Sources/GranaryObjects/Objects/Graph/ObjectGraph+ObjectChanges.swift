/// The changes of an object since it was read or saved, and changes that a snapshot asks for.
extension ObjectGraph {
    /// The names of the stored properties of an object that the next save writes.
    ///
    /// Attributes come first, then relationships to one, each in the order of declaration. The list is complete for an
    /// inserted object, and empty for an object that is unchanged, deleted or not in this context.
    package func changedProperties<M: Model>(of object: M) -> [String] {
        guard let entity = tables.table(of: object)?.entity else { return [] }
        let changed: PropertySet
        switch object._objectState.phase {
        case .inserted: changed = .all
        case .stored: changed = object._objectState.changes?.properties ?? PropertySet()
        case .deleted, .transient, .detached: return []
        }
        return (0..<entity.propertyCount).filter(changed.contains).map(entity.propertyName)
    }

    /// The stored properties of an object as they were last read or saved.
    ///
    /// `nil` for an object that was never saved or is not in this context. For an unchanged object it equals
    /// ``Model/snapshot``.
    package func savedSnapshot<M: Model>(of object: M) -> M.Snapshot? {
        guard tables.table(of: object) != nil else { return nil }
        switch object._objectState.phase {
        case .stored, .deleted:
            guard let changes = object._objectState.changes else { return object.snapshot }
            return changes.original as? M.Snapshot
        case .inserted, .transient, .detached: return nil
        }
    }

    /// Sets some properties of an object to the values of a snapshot, as its setters do: all of them, or none.
    ///
    /// - Throws: ``GranaryError/Code/notFound`` when a relationship refers to an object that does not exist; any error
    ///   from loading it.
    func assign<M: Model>(_ properties: PropertySet, from snapshot: M.Snapshot, to object: M) throws {
        let entity = try lookup.table(of: M.self).entity
        let wanted = M(snapshot)
        var targets: [(Relationship, (any Model)?)] = []
        // Only finding a target can fail, so all targets are loaded before the first property is set.
        for relationship in entity.toOne where properties.contains(relationship.property) {
            targets.append((relationship, try target(of: wanted, relationship)))
        }
        for position in entity.attributes.indices where properties.contains(position) {
            object._willChange(position)
            object.restoreAny(PropertySet(only: position), from: wanted.snapshot)
        }
        for (relationship, target) in targets {
            RelationshipFixup.setToOne(of: object, at: relationship.position, to: target)
        }
    }

    private func target(of wanted: some Model, _ relationship: Relationship) throws -> (any Model)? {
        guard let key = wanted.referenceKey(at: relationship.position) else { return nil }
        let target = try lookup.anyObject(key, of: relationship.destination)
        if let target, target._objectState.phase != .deleted { return target }
        throw GranaryError(
            .notFound,
            "The \(relationship.label) that a snapshot names does not exist. Insert it first, or name another.",
            context: .init(entity: relationship.owner.name, properties: [relationship.name]))
    }
}
