extension Query {
    /// The positions of the entities on the paths that the condition and the order follow.
    func entitiesOnPaths(from entity: Entity) -> Set<Int> {
        var found: Set<Int> = []
        for tree in [predicate].compactMap({ $0 }) + sort.map(\.expression) {
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
