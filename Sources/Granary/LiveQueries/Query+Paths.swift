extension Query {
    /// The positions of the entities on the paths that the condition, the order and other expressions follow.
    ///
    /// Those of the filters of models count, and the entities of other queries that are a part.
    ///
    /// - Throws: ``GranaryError/Code/query`` for a path that does not exist, and for filters that go in a circle.
    package func entitiesOnPaths(
        from entity: Entity, and others: [ExpressionTree] = [], in schema: Schema
    ) throws -> Set<Int> {
        var found: Set<Int> = []
        let seen = try filtered(others, from: entity, in: schema)
        for tree in [seen.predicate].compactMap({ $0 }) + seen.sort.map(\.expression) + seen.others {
            try tree.addEntities(from: entity, in: schema, to: &found)
        }
        return found
    }
}

extension ExpressionTree {
    /// Adds the positions of the entities on the paths of the expression, and those that other queries in it are about.
    fileprivate func addEntities(from entity: Entity, in schema: Schema, to found: inout Set<Int>) throws {
        try forEachPath(from: entity, in: schema) { path, start in
            var place = start
            for step in path {
                place = try place.followed(step).destination
                found.insert(place.index)
            }
        }
        addQueries(in: schema, to: &found)
    }

    private func addQueries(in schema: Schema, to found: inout Set<Int>) {
        forEachSubquery { query in
            // Binding reports a model that does not exist.
            guard let owner = schema.entity(query.model) else { return }
            found.insert(owner.index)
            for part in query.parts { part.addQueries(in: schema, to: &found) }
        }
    }
}
