import Granary

/// References to objects by relationships that these objects do not know: no delete rule applies to them.
struct IncomingReferences {
    let context: Context

    /// The relationships to one without an inverse that lead to an entity of the same store.
    private func relationships(to entity: Entity) -> [Relationship] {
        context.schema.entities.flatMap(\.toOne).filter {
            $0.destination === entity && $0.inverse == nil && !$0.crossesConfigurations
        }
    }

    /// The keys of those of some objects that others cannot be without.
    func required(_ keys: Set<ObjectKey>, of entity: Entity) throws -> Set<ObjectKey> {
        var required: Set<ObjectKey> = []
        for relationship in relationships(to: entity) where !relationship.isOptional {
            guard let type = relationship.owner.type as? any Granary.Model.Type else { continue }
            required.formUnion(try targets(relationship, keys, type))
        }
        return required
    }

    private func targets<M: Granary.Model>(
        _ relationship: Relationship, _ keys: Set<ObjectKey>, _ type: M.Type
    ) throws -> Set<ObjectKey> {
        let owners = try context.fetch(
            Query<M>(predicate: .holdsKey(path: [relationship.name], keys: keys.sorted())))
        let isOwn = relationship.owner === relationship.destination
        // Those that leave with them do not keep them.
        return Set(
            owners.lazy.filter { !(isOwn && keys.contains($0.erasedKey)) }
                .compactMap { $0.referenceKey(at: relationship.position) })
    }

    /// Empties the references to objects that are deleted.
    func clear(_ keys: Set<ObjectKey>, of entity: Entity) throws {
        for relationship in relationships(to: entity) where relationship.isOptional {
            guard let type = relationship.owner.type as? any Granary.Model.Type else { continue }
            try clear(relationship, keys, type)
        }
    }

    private func clear<M: Granary.Model>(
        _ relationship: Relationship, _ keys: Set<ObjectKey>, _ type: M.Type
    ) throws {
        let condition = ExpressionTree.holdsKey(path: [relationship.name], keys: keys.sorted())
        for object in try context.fetch(Query<M>(predicate: condition)) {
            let changed = M(object.snapshot)
            changed._setReference(.empty, at: relationship.position)
            try context.apply(changed.snapshot, policy: .memoryWins)
        }
    }
}
