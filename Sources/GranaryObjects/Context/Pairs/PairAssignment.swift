/// Gives an object the pairs that a program wants; it finds the partners first, so that nothing changes if one does not
/// exist.
struct PairAssignment {
    private struct Change {
        let relationship: Relationship
        let added: [any Model]
        let removed: Set<ObjectKey>
    }

    private let changes: [Change]

    /// Finds the partners to add to those of the base.
    ///
    /// - Throws: ``GranaryError/Code/notFound`` for one that does not exist, ``GranaryError/Code/invalidObject`` for a
    ///   relationship that is not from many to many; any error from loading.
    init<Object: Model>(
        from base: ModelPairs<Object>, to wanted: ModelPairs<Object>, in context: Context
    ) throws {
        guard let entity = context.schema.entity(of: Object.self) else {
            throw GranaryError(
                .schema,
                "\(Object.modelDescription.name) is not in the schema “\(context.schema.name)”; add it there."
            )
        }
        changes = try wanted.partners.sorted { $0.key < $1.key }.map { name, keys in
            guard let relationship = entity.toMany.first(where: { $0.name == name && $0.isManyToMany }) else {
                throw GranaryError(
                    .invalidObject,
                    "“\(name)” is no relationship of \(entity.name) from many to many, so it has no pairs. Change it at the objects that refer to one.",
                    context: .init(entity: entity.name, properties: [name]))
            }
            let former = base.partners[name] ?? []
            return Change(
                relationship: relationship,
                added: try keys.subtracting(former).sorted().map {
                    try Self.partner($0, relationship, in: context)
                },
                removed: former.subtracting(keys))
        }
    }

    private static func partner(_ key: ObjectKey, _ relationship: Relationship, in context: Context)
        throws -> any Model
    {
        func find<Target: Model>(_ type: Target.Type) throws -> (any Model)? {
            guard let key = Target.Key(objectKey: key) else { return nil }
            return try context.object(ObjectID<Target>(key))
        }
        if let type = relationship.destination.type as? any Model.Type, let found = try find(type),
            found._objectState.phase != .deleted
        {
            return found
        }
        throw GranaryError(
            .notFound,
            "An object that pairs name in \(relationship.label) does not exist. Insert it first, or name another.",
            context: .init(entity: relationship.owner.name, properties: [relationship.name]))
    }

    /// Loads the lists of an object that are going to change.
    ///
    /// - Throws: any error from loading.
    func load<Object: Model>(for object: Object) throws {
        for change in changes {
            try object._objectState.batch?.link.graph?.lists.loadToMany(change.relationship, of: [object])
        }
    }

    /// Adds and removes pairs; does nothing for those that already exist, or do not.
    func carryOut<Object: Model>(on object: Object) {
        for change in changes {
            let position = change.relationship.position
            func add<Target: Model>(_ partner: Target) { ToManyFixup.add(partner, to: object, at: position) }
            func remove<Target: Model>(_ partner: Target) {
                ToManyFixup.remove(partner, from: object, at: position)
            }
            let members = object._objectState.batch?.link.graph?.lists.loadedMembers(of: object, at: position)
            // Loaded before anything changes (see `load`), so this cannot fail.
            for partner in members?.models ?? [] where change.removed.contains(partner.erasedKey) {
                remove(partner)
            }
            for partner in change.added { add(partner) }
        }
    }
}
