extension Query {
    /// The positions of the entities on the paths that the condition, the order and other expressions follow.
    ///
    /// Those of the filters of models count.
    ///
    /// - Throws: ``GranaryError/Code/query`` for a path that does not exist, and for filters that go in a circle.
    package func entitiesOnPaths(
        from entity: Entity, and others: [ExpressionTree] = [], in schema: Schema
    ) throws -> Set<Int> {
        var found: Set<Int> = []
        let seen = try filtered(others, from: entity, in: schema)
        for tree in [seen.predicate].compactMap({ $0 }) + seen.sort.map(\.expression) + seen.others {
            try tree.forEachPath(from: entity) { path, start in
                var place = start
                for step in path {
                    place = try place.followed(step).destination
                    found.insert(place.index)
                }
            }
        }
        return found
    }
}
