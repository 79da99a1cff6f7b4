/// The unsaved changes of the objects of a graph.
struct GraphChanges: ContextChanges {
    let graph: ObjectGraph

    var inserted: [any Model] { graph.touched(in: .inserted) }
    var updated: [any Model] { graph.touched(in: .stored) }
    var deleted: [any Model] { graph.touched(in: .deleted) }
    func properties<M: Model>(of object: M) -> [String] { graph.changedProperties(of: object) }
    func savedSnapshot<M: Model>(of object: M) -> M.Snapshot? { graph.savedSnapshot(of: object) }
}
