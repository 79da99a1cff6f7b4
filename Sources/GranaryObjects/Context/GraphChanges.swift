/// The unsaved changes of the objects of a graph.
struct GraphChanges: ContextChanges {
    let graph: ObjectGraph

    var inserted: [any Model] { graph.touched(in: .inserted) }
    var updated: [any Model] { graph.touched(in: .stored) }
    var deleted: [any Model] { graph.touched(in: .deleted) }
    func properties<M: Model>(of object: M) -> [String] { graph.changedProperties(of: object) }
    func savedSnapshot<M: Model>(of object: M) -> M.Snapshot? { graph.savedSnapshot(of: object) }

    /// How many objects of each entity are inserted, changed and deleted, and how many pairs, without any of their
    /// values.
    var summary: [String] {
        var parts: [String] = []
        for table in graph.tables where table.hasChanges {
            let counts = [(ObjectPhase.inserted, "inserted"), (.stored, "changed"), (.deleted, "deleted")]
                .map { (table.touched(in: $0).count, $1) }.filter { $0.0 > 0 }
            let text = counts.map { "\($0) \($1)" }.joined(separator: ", ")
            parts.append("\(table.entity.name): \(text)")
        }
        for link in graph.schema.links {
            guard let pairs = graph.links.pairs[link.name], !pairs.isEmpty else { continue }
            parts.append("pairs of \(link.firstEntity.name) and \(link.secondEntity.name): \(pairs.count)")
        }
        return parts
    }
}
