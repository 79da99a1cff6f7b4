extension Query {
    /// The positions of the entities on the paths that the condition, the order and other expressions follow.
    func entitiesOnPaths(from entity: Entity, and others: [ExpressionTree] = []) -> Set<Int> {
        var found: Set<Int> = []
        for tree in [predicate].compactMap({ $0 }) + sort.map(\.expression) + others {
            tree.forEachPath(from: entity) { path, start in
                var place = start
                for step in path {
                    guard let relationship = place.relationship(step) else { return }
                    place = relationship.destination
                    found.insert(place.index)
                }
            }
        }
        return found
    }
}
