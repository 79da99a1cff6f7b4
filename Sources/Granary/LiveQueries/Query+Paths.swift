extension Query {
    /// The positions of the entities on the paths that the condition, the order and other expressions follow.
    ///
    /// - Throws: ``GranaryError/Code/query`` for a path that does not exist.
    package func entitiesOnPaths(from entity: Entity, and others: [ExpressionTree] = []) throws -> Set<Int> {
        var found: Set<Int> = []
        for tree in [predicate].compactMap({ $0 }) + sort.map(\.expression) + others {
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
