/// The parts of a context that its child uses: its objects, its queries, and its saves.
final class ParentStore: ParentAccess {
    let graph: ObjectGraph
    let queries: QueryRunner
    let saves: SaveRunner
    /// The child: its objects, to compare its commits with, and its saves, for their merge policy.
    private weak var childGraph: ObjectGraph?
    private weak var childSaves: SaveRunner?

    var access: StoreAccess { graph.access }
    var loader: ObjectLoader { queries.loader }
    var merger: ChangeMerger { queries.merger }
    var history: UndoHistory { queries.merger.history }

    init(_ queries: QueryRunner, _ saves: SaveRunner) {
        self.queries = queries
        self.saves = saves
        graph = queries.graph
    }

    /// Sets the child.
    func serve(_ graph: ObjectGraph, _ saves: SaveRunner) {
        childGraph = graph
        childSaves = saves
    }

    /// Merges the saves of others into objects again, because reverting a commit has undone the merging.
    func followStores(_ objects: [any Model]) {
        for object in objects where object.objectState.isKnown { graph.noteOutdated(object) }
        merger.readOutdated()
        // Merging has freed their partners because of the commit's values.
        for object in objects { graph.fixUpPairs(of: object) }
    }

    func makeSession() -> any StoreSession { ParentSession(self, of: childGraph, childSaves) }
}
