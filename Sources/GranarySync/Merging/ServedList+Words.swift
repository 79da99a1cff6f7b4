import Granary

extension ServedList {
    /// The keys of the rows, and what the server calls their objects.
    func words(of entity: Entity, _ rule: SyncRule, _ context: Context) throws -> Set<ObjectKey> {
        guard let ids = RemoteIDs(entity, rule, context) else { return keys }
        return keys.union(try values(of: ids.attribute, entity).compactMap { ObjectKey([$0]) })
    }
}

extension Entity {
    /// Whether the keys of new objects are integers that the store reserves.
    var hasReservedKeys: Bool {
        (type as? any Granary.Model.Type).map { $0.hasReservedKeys } ?? false
    }
}

extension Granary.Model {
    fileprivate static var hasReservedKeys: Bool { Key.generation == .reservedInteger }
}
