/// Adds and removes members of relationships to many, and keeps the other side consistent.
package enum ToManyFixup {
    /// Adds an object to the members.
    package static func add<Owner: Model, Target: Model>(_ object: Target, to owner: Owner, at position: Int)
    {
        guard let graph = owner._objectState.batch?.link.graph ?? object._objectState.batch?.link.graph
        else {
            ObjectTable.markListed(&object._objectState)
            return transientMembers(owner, position).add(object)
        }
        guard let relationship = relationship(of: owner, at: position, graph) else { return }
        if owner._objectState.batch == nil {
            guard graph.insertion.admitTarget(owner, from: object, through: relationship) else { return }
        }
        switch relationship.storage {
        case .ownColumns: return
        case .destinationColumns(let inverse):
            guard graph.insertion.admitTarget(object, from: owner, through: relationship) else { return }
            RelationshipFixup.setToOne(of: object, at: inverse.position, to: owner)
        case .link(let table, let isFirst):
            let members = graph.lists.loadedMembers(of: owner, at: position)
            // Loading may have merged deletions by others, and their objects have left the context.
            if owner._objectState.batch == nil {
                guard graph.insertion.admitTarget(owner, from: object, through: relationship) else { return }
            }
            guard graph.insertion.admitTarget(object, from: owner, through: relationship),
                !members.contains(object)
            else { return }
            if owner._objectState.phase == .deleted {
                return graph.lookup.errors.keepChange(
                    of: owner, after: "it was deleted in this context", [relationship.name])
            }
            members.append(object)
            graph.lists.link(owner, object, table, isFirst: isFirst, added: true)
            if let inverse = relationship.inverse {
                graph.lists.membersForFixup(of: object, at: inverse.position, to: owner)?.add(owner)
            }
        }
    }

    /// Removes an object from the members.
    package static func remove<Owner: Model, Target: Model>(
        _ object: Target, from owner: Owner, at position: Int
    ) {
        guard let graph = owner._objectState.batch?.link.graph else {
            return transientMembers(owner, position).remove(object)
        }
        guard let relationship = relationship(of: owner, at: position, graph) else { return }
        switch relationship.storage {
        case .ownColumns: return
        case .destinationColumns(let inverse):
            // A deleted object has left the list already.
            guard object._referenceBits(at: inverse.position) == owner.objectKey.keyBits,
                object._objectState.phase != .deleted
            else { return }
            RelationshipFixup.setToOne(of: object, at: inverse.position, to: nil)
        case .link(let table, let isFirst):
            let members = graph.lists.loadedMembers(of: owner, at: position)
            // Loading may have merged deletions by others, and their objects have left the context.
            guard owner._objectState.batch != nil, members.contains(object) else { return }
            members.remove(object)
            unlink(object, from: owner, through: relationship, table, isFirst, in: graph)
        }
    }

    /// Removes several objects from the members, in one pass over the list.
    package static func remove<Owner: Model, Target: Model>(
        _ objects: [Target], from owner: Owner, at position: Int
    ) {
        guard let graph = owner._objectState.batch?.link.graph else {
            return transientMembers(owner, position).remove(IdentitySet(objects))
        }
        guard let relationship = relationship(of: owner, at: position, graph),
            case .link(let table, let isFirst) = relationship.storage
        else {
            for object in objects { remove(object, from: owner, at: position) }
            return
        }
        let members = graph.lists.loadedMembers(of: owner, at: position)
        guard owner._objectState.batch != nil else { return }
        let leaving = objects.filter { members.contains($0) }
        members.remove(IdentitySet(leaving))
        for object in leaving {
            unlink(object, from: owner, through: relationship, table, isFirst, in: graph)
        }
    }

    /// Notes that a pair is removed, and updates the other side.
    private static func unlink(
        _ object: any Model, from owner: any Model, through relationship: Relationship, _ table: LinkTable,
        _ isFirst: Bool, in graph: ObjectGraph
    ) {
        graph.lists.link(owner, object, table, isFirst: isFirst, added: false)
        guard let inverse = relationship.inverse else { return }
        graph.lists.membersForFixup(of: object, at: inverse.position, to: owner)?.remove(owner)
    }

    /// The members of a relationship to many of an object outside of contexts; an empty list at first.
    static func transientMembers(_ owner: some Model, _ position: Int) -> ToManyMembers {
        if let members = owner._members(at: position) { return members }
        let members = ToManyMembers()
        members.begin(epoch: 0)
        // Such a list keeps its members when its owner leaves a context, unlike one that only followed
        // (Docs/Decisions/relationships-in-contexts.md).
        members.isOfProgram = true
        owner._setMembers(members, at: position)
        return members
    }

    /// The relationship of an owner that is in a graph or whose new member is; `nil`, with an error that is kept, for
    /// an owner whose model is not in the schema.
    private static func relationship<Owner: Model>(
        of owner: Owner, at position: Int, _ graph: ObjectGraph
    ) -> Relationship? {
        if let batch = owner._objectState.batch { return batch.entity.toMany[position] }
        if let entity = graph.schema.entity(of: Owner.self) { return entity.toMany[position] }
        graph.lookup.errors.keep(
            GranaryError(
                .schema,
                "\(Owner.self) is not in the schema “\(graph.schema.name)”, so its objects cannot have members of it; add it to one of its configurations.",
                context: .init(entity: Owner.modelDescription.name)))
        return nil
    }
}
