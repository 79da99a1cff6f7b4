/// Resolving conflicts in place.
extension SaveRunner {
    /// Settles an object in conflict as the program has decided, as ``Context/resolve(_:with:)`` describes.
    func resolve(_ conflict: SaveConflict, with decision: ConflictResolution) throws {
        try requireIdle()
        try access.operating {
            // What the others have written belongs to no step.
            try history.mergingOutsideSteps {
                try ConflictResolver(graph: graph, loader: loader, policy: policy)
                    .resolve(conflict, with: decision)
            }
        }
        merger.readOutdated()
    }
}
