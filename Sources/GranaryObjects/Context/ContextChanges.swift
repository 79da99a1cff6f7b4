/// The unsaved changes of a context: `context.changes.inserted`.
public struct ContextChanges {
    let graph: ObjectGraph

    /// The objects that the next save inserts.
    public var inserted: [any Model] { graph.tables.touched(in: .inserted) }
    /// The stored objects that the next save changes.
    public var updated: [any Model] { graph.tables.touched(in: .stored) }
    /// The objects that the next save deletes.
    public var deleted: [any Model] { graph.tables.touched(in: .deleted) }
    /// The names of the stored properties of an object that the next save writes: attributes first, then
    /// relationships to one, each in the order of declaration.
    ///
    /// All of them for an inserted object; none for an object that is unchanged, deleted, or not in this context. A
    /// property that was set to another value and back counts. Relationships to many do not count: adding to them
    /// changes the objects on the other side, or no stored property.
    public func properties<M: Model>(of object: M) -> [String] { graph.changedProperties(of: object) }
    /// The stored properties of an object as they were last read or saved; `nil` for an object that was never
    /// saved, or is not in this context.
    ///
    /// While the object is unchanged, it equals the object's own ``Model/snapshot``. In a child, it is the state last
    /// read from the parent or saved to it.
    public func savedSnapshot<M: Model>(of object: M) -> M.Snapshot? { graph.savedSnapshot(of: object) }

    /// How many objects of each entity, with its store, are inserted, changed and deleted, and how many pairs, without any
    /// of their values.
    var summary: [String] {
        var parts: [String] = []
        for table in graph.tables where table.hasChanges {
            let counts = [(ObjectPhase.inserted, "inserted"), (.stored, "changed"), (.deleted, "deleted")]
                .map { (table.touched(in: $0).count, $1) }.filter { $0.0 > 0 }
            let text = counts.map { "\($0) \($1)" }.joined(separator: ", ")
            parts.append("\(graph.access.coordinator.place(of: table.entity)): \(text)")
        }
        for link in graph.schema.links {
            guard let pairs = graph.pendingLinks[link.name], !pairs.isEmpty else { continue }
            parts.append("pairs of \(link.firstEntity.name) and \(link.secondEntity.name): \(pairs.count)")
        }
        return parts
    }
}
