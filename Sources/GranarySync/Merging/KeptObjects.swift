import Granary

/// Finds objects that a server does not have and that stay here all the same.
struct KeptObjects {
    let context: Context
    let references: UnsentReferences

    /// The keys of the objects that cannot be deleted: those that unsent writes refer to, and those whose deletion others
    /// do not survive or deny, or would reach an object with unsent writes, or one that such writes refer to.
    ///
    /// - Complexity: one request for each relationship whose delete rule deletes or denies, and level.
    func among<M: Granary.Model>(
        _ objects: [M], of entity: Entity, below above: Set<EntryPlace> = []
    ) throws -> Set<ObjectKey> {
        if objects.isEmpty { return [] }
        let isFirst = above.isEmpty
        var kept: Set<ObjectKey> = []
        var (keys, places): (Set<ObjectKey>, Set<EntryPlace>) = ([], above)
        for object in objects {
            let key = object.erasedKey
            keys.insert(key)
            places.insert(EntryPlace(entity: entity.name, key: key.entryData))
            if references.refers(to: key, entity) || (!isFirst && references.concerns(key, entity)) {
                kept.insert(key)
            }
        }
        kept.formUnion(try IncomingReferences(context: context).required(keys, of: entity))
        for relationship in entity.toMany {
            guard case .destinationColumns(let inverse) = relationship.storage,
                relationship.deleteRule != .nullify || !inverse.isOptional,
                let type = relationship.destination.type as? any Granary.Model.Type
            else { continue }
            kept.formUnion(try owners(keys, relationship, inverse, type, places))
        }
        return kept
    }

    /// The keys of the objects that stay because of the members of one of their relationships.
    private func owners<Member: Granary.Model>(
        _ keys: Set<ObjectKey>, _ relationship: Relationship, _ inverse: Relationship, _ type: Member.Type,
        _ above: Set<EntryPlace>
    ) throws -> Set<ObjectKey> {
        let members = try context.fetch(
            Query<Member>(predicate: .holdsKey(path: [inverse.name], keys: keys.sorted())))
        var staying = Set(members.map(\.erasedKey))
        if relationship.deleteRule == .cascade {
            let destination = relationship.destination
            // Objects that delete each other in a circle are followed once.
            let deeper = members.filter {
                !above.contains(EntryPlace(entity: destination.name, key: $0.erasedKey.entryData))
            }
            staying = try among(deeper, of: destination, below: above)
        }
        return Set(
            members.filter { staying.contains($0.erasedKey) }.compactMap {
                $0.referenceKey(at: inverse.position)
            })
    }
}
