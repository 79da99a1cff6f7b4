/// The versions of the rows that a save has written.
struct SavedVersions {
    private let versions: [Int: Int64]
    private let isOfChild: Bool
    private let coordinator: StoreCoordinator

    /// Takes the version of each store by its position.
    init(_ versions: [Int: Int64], of graph: ObjectGraph, in coordinator: StoreCoordinator) {
        self.versions = versions
        self.coordinator = coordinator
        isOfChild = graph.isChild
    }

    /// The version of an entity's saved rows; a parent gives all entities of a child the same.
    subscript(entity: Entity) -> Int64 {
        if isOfChild { return versions.values.first ?? 0 }
        return versions[(try? coordinator.storeIndex(of: entity)) ?? -1] ?? 0
    }
}
