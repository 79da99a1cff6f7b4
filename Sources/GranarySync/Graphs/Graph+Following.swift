public import Granary

/// Paths, answered without waiting.
///
/// Relationships to one lead to any object of the graph; relationships to many to what the parts of the graph have found.
/// One that the graph does not include leads to nothing.
extension Graph {
    /// The object at the end of relationships to one; `nil` if one of them is empty, or leads to an object that is not in
    /// the graph.
    public func follow<Snapshot: ModelSnapshot, Target: Model>(
        _ object: Snapshot,
        _ path: (Snapshot.Object.Fields) -> ToOneField<Snapshot.Object, Target>
    ) -> Target.Snapshot? {
        follow(object.objectID, path)
    }

    /// The objects at the end of a path, each once, in the order of their keys for each object before them.
    ///
    /// - Complexity: O(*n*) for *n* objects on the path.
    public func follow<Snapshot: ModelSnapshot, Target: Model>(
        _ object: Snapshot,
        _ path: (Snapshot.Object.Fields) -> ToManyField<Snapshot.Object, Target>
    ) -> [Target.Snapshot] {
        follow(object.objectID, path)
    }

    /// The objects at the end of a path, each once, in the order in which the path comes to them.
    ///
    /// - Complexity: O(*n*) for *n* objects on the path.
    public func follow<Snapshot: ModelSnapshot, Target: Model>(
        _ object: Snapshot,
        _ path: (Snapshot.Object.Fields) -> RelationshipPath<Snapshot.Object, Target>
    ) -> [Target.Snapshot] {
        follow(object.objectID, path)
    }

    /// The object at the end of relationships to one; `nil` if one of them is empty, or leads to an object that is not in
    /// the graph.
    public func follow<Owner: Model, Target: Model>(
        _ id: ObjectID<Owner>, _ path: (Owner.Fields) -> ToOneField<Owner, Target>
    ) -> Target.Snapshot? {
        let part = GraphPart(path(Owner.fields))
        return found(id, part.names, Target.self).first
    }

    /// The objects at the end of a path, each once, in the order of their keys for each object before them.
    ///
    /// - Complexity: O(*n*) for *n* objects on the path.
    public func follow<Owner: Model, Target: Model>(
        _ id: ObjectID<Owner>, _ path: (Owner.Fields) -> ToManyField<Owner, Target>
    ) -> [Target.Snapshot] {
        let part = GraphPart(path(Owner.fields))
        return found(id, part.names, Target.self)
    }

    /// The objects at the end of a path, each once, in the order in which the path comes to them.
    ///
    /// - Complexity: O(*n*) for *n* objects on the path.
    public func follow<Owner: Model, Target: Model>(
        _ id: ObjectID<Owner>, _ path: (Owner.Fields) -> RelationshipPath<Owner, Target>
    ) -> [Target.Snapshot] {
        let part = GraphPart(path(Owner.fields))
        return found(id, part.names, Target.self)
    }

    private func found<Owner: Model, Target: Model>(
        _ id: ObjectID<Owner>, _ names: [String], _ target: Target.Type
    ) -> [Target.Snapshot] {
        guard let entity = schema.entity(of: Owner.self) else { return [] }
        return contents.follow(names, from: id.key.objectKey, of: entity).compactMap {
            $0 as? Target.Snapshot
        }
    }
}
