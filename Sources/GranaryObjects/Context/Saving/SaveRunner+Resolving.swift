/// Resolving conflicts in place.
extension SaveRunner {
    /// Settles an object in conflict as the program has decided, as ``Context/resolve(_:with:)`` describes.
    func resolve(_ conflict: SaveConflict, with decision: ConflictResolution) throws {
        try requireIdle()
        try access.operating {
            // The changes of the others belong to no step.
            try history.mergingOutsideSteps {
                try ConflictResolver(graph: graph, loader: loader, policy: policy)
                    .resolve(conflict, with: decision)
            }
        }
        // This object alone: a program resolves one conflict after the other.
        if let entity = graph.schema.entity(conflict.entity) {
            merger.readOutdated(conflict.key.bits, of: entity)
        }
    }
}
