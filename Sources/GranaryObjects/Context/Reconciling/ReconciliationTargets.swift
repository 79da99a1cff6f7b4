/// The objects that the items of a list refer to, loaded in one request for each relationship.
///
/// It holds them until the items are written, so that none is released before.
struct ReconciliationTargets {
    private let graph: ObjectGraph
    private var held: [any Model] = []

    init(_ graph: ObjectGraph) { self.graph = graph }

    /// Loads the targets of a relationship that are not loaded.
    mutating func load(_ keys: Set<ObjectKey>, of relationship: Relationship) throws {
        let destination = relationship.destination
        let table = graph.tables[destination.index]
        let missing = keys.filter {
            !table.isAbsent($0.bits) && graph.tables.loadedObject($0.bits, of: destination) == nil
        }
        if !missing.isEmpty { try graph.lookup.loader?.loadObjects(missing.sorted(), of: destination) }
        held += keys.compactMap { graph.tables.loadedObject($0.bits, of: destination) }
    }

    /// Whether the object with a key exists; the key was loaded before.
    func exists(_ key: ObjectKey, of relationship: Relationship) -> Bool {
        graph.tables.loadedObject(key.bits, of: relationship.destination).map {
            $0._objectState.phase != .deleted
        } ?? false
    }
}
