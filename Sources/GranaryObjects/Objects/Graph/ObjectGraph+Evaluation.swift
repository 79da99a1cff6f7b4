/// Expressions over the objects of a graph, by the reference evaluator.
extension ObjectGraph {
    /// Binds expressions to an entity of the schema.
    package func binder(_ entity: Entity) -> ExpressionBinder {
        let schema = schema
        return ExpressionBinder(entity) { schema.entity($0) }
    }

    /// Whether an expression follows a relationship.
    func followsRelationships(_ tree: ExpressionTree, from entity: Entity) -> Bool {
        var follows = false
        tree.forEachPath(from: entity) { path, _ in if !path.isEmpty { follows = true } }
        return follows
    }

    /// The objects that meet a condition, by the reference evaluator.
    package func filter<M: Model>(_ objects: [M], _ predicate: ExpressionTree) throws -> [M] {
        let entity = try access.coordinator.entity(of: M.self)
        let bound = try binder(entity).bindCondition(predicate)
        let source = ObjectSource(self)
        lookup.countVisited(objects.count)
        return try objects.filter { try bound.holds(ObjectRow($0, of: entity), in: source) }
    }

    /// The values of expressions on an object, by the reference evaluator.
    package func values<M: Model>(of expressions: [ExpressionTree], on object: M) throws -> [Value] {
        let entity = try access.coordinator.entity(of: M.self)
        let binder = binder(entity)
        let (row, source) = (ObjectRow(object, of: entity), ObjectSource(self))
        return try expressions.map { try binder.bind($0).evaluate(row, in: source) }
    }

    /// The objects in sorted order, by the reference evaluator.
    package func sorted<M: Model>(_ objects: [M], by sort: [SortTerm]) throws -> [M] {
        let entity = try access.coordinator.entity(of: M.self)
        let sorter = try RowSorter(sort, binder(entity))
        let rows = objects.map { ObjectRow($0, of: entity) }
        return try sorter.sorted(rows, in: ObjectSource(self)).map { row in
            unsafeDowncast(row.object, to: M.self)  // safe: made of this type.
        }
    }
}
