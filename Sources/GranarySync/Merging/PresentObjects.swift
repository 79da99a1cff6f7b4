import Granary

/// Which objects a context has.
struct PresentObjects {
    let context: Context

    /// Those of some keys whose objects are here, and not deleted.
    func keys(_ keys: Set<ObjectKey>, of entity: Entity) throws -> Set<ObjectKey> {
        guard !keys.isEmpty, let type = entity.type as? any Granary.Model.Type else { return [] }
        return try present(keys, type)
    }

    private func present<M: Granary.Model>(_ keys: Set<ObjectKey>, _ type: M.Type) throws -> Set<ObjectKey> {
        let ids = keys.compactMap { M.Key(objectKey: $0).map { ObjectID<M>($0) } }
        let objects = try context.objects(ids)
        return Set(objects.lazy.filter { $0._objectState.phase != .deleted }.map(\.erasedKey))
    }
}
