/// A context as its child reaches it: what it has loaded, what it answers, and its saves.
final class ParentStore: ParentAccess {
    let graph: ObjectGraph
    let queries: QueryRunner
    let saves: SaveRunner
    /// The child, for what its commits are compared with, and the policy that it saves by.
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

    /// Serves a child from now on.
    func serve(_ graph: ObjectGraph, _ saves: SaveRunner) {
        childGraph = graph
        childSaves = saves
    }

    /// Has objects follow again what others have saved, since what merging did to them was taken back with a commit.
    func followStores(_ objects: [any Model]) {
        for object in objects where object.objectState.isKnown { graph.noteOutdated(object) }
        merger.readOutdated()
        // Partners were freed because of what the commit had set.
        for object in objects { graph.fixUpPairs(of: object) }
    }

    func makeSession() -> any StoreSession { ParentSession(self, of: childGraph, childSaves) }
}
