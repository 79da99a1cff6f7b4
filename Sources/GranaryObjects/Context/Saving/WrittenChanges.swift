/// The changes that a save in the background writes, with the values from when it began.
///
/// The context goes on with the same objects, which stay unsaved until the save has succeeded. The settling then
/// compares them with these values.
struct WrittenChanges {
    /// The written objects of one entity.
    struct Part {
        let table: ObjectTable
        let objects: WrittenObjects
        /// The number of keys of deleted new objects that the save has checked.
        let checkedKeys: Int
        /// The number of touches until then; `nil` if the save does not write all touched objects.
        let touches: Int?
    }

    /// The changes.
    let plan: SavePlan
    /// The stores that the changes are for.
    let coordinator: StoreCoordinator
    private(set) var parts: [Part] = []
    let links: [String: [LinkPair: Bool]]
    let requirements: [Requirement]
    let deletions: [ObjectIdentifier: Deletion]
    private let link: GraphLink

    /// Collects the changes of a graph; the plan has values if they are to be written on another thread, which makes
    /// the rows.
    ///
    /// Complexity: O(changes), with one snapshot for each written object.
    ///
    /// - Throws: as making a plan.
    init(_ graph: ObjectGraph, capturedBy captures: SaveCaptures, asValues: Bool) throws {
        var written: [Int: WrittenObjects] = [:]
        for table in graph.tables where !table.touched.isEmpty || !table.deniable.isEmpty {
            let touched = table.touched
            guard let objects = table.type?._writtenObjects(among: touched) else { continue }
            written[table.entity.index] = objects
            parts.append(
                Part(
                    table: table, objects: objects, checkedKeys: table.deniable.count,
                    touches: objects.count == touched.count ? table.touches : nil))
        }
        plan = try SavePlan(graph, capturedBy: captures, writing: asValues ? written : [:])
        coordinator = graph.access.coordinator
        links = graph.links.pairs
        requirements = graph.requirements.all
        deletions = graph.deletions.records
        link = graph.tables.link
    }

    /// Has the graph know what is being written.
    func setBeingSaved(in graph: ObjectGraph) {
        for part in parts { part.table.setBeingSaved(part.objects) }
        graph.links.setBeingSaved(true)
    }

    /// Whether the save writes an object, which belongs to the context still.
    ///
    /// Complexity: O(written objects) at the first call, then O(entities).
    func contains(_ object: any Model) -> Bool { parts.contains { $0.objects.memory(of: object) != nil } }

    /// Whether any of the objects has left the context.
    func hasLostAny(in graph: ObjectGraph) -> Bool {
        parts.contains { part in part.objects.memories.contains { hasLost($0, in: graph) } }
    }

    /// Whether the stores are those that the changes are for, as most often.
    func hasSameStores(as graph: ObjectGraph) -> Bool { coordinator === graph.access.coordinator }

    /// Whether an object has left the context by other means than a deletion: a reset, or its store was detached.
    func hasLost(_ memory: ObjectMemory, in graph: ObjectGraph) -> Bool {
        guard memory.state.isLinked(by: graph.tables.link), let entity = memory.state.batch?.entity else {
            return true
        }
        if hasSameStores(as: graph) { return false }
        return coordinator.identifier(ofStoreOf: entity)
            != graph.access.coordinator.identifier(ofStoreOf: entity)
    }

    /// Ends the save that has failed: new objects that were deleted during it leave the context, and deleted ones that
    /// came back are stored ones.
    func revert(in graph: ObjectGraph) {
        graph.links.setBeingSaved(false)
        for part in parts {
            part.table.setBeingSaved(nil)
            for memory in part.objects.memories where !hasLost(memory, in: graph) {
                let object = memory.object
                switch (memory.state.phase, object._objectState.phase) {
                case (.inserted, .deleted):
                    // As for any new object that is deleted: objects of this context may refer to it.
                    if part.table.entity.toMany.contains(where: { $0.deleteRule == .deny }) {
                        part.table.addDeniable(object.erasedKey.bits)
                    }
                    graph.deletions.remove(object)
                    graph.tables.restoreReferences(of: object, part.table.entity)
                    part.table.detach(object)
                case (.deleted, .inserted):
                    let original = memory.changes?.original ?? memory.values
                    let changed = original.differences(fromAny: object.anySnapshot)
                    part.table.keepStored(object, ChangeRecord(original: original, changed))
                case (.stored, .stored) where !memory.laterProperties.isEmpty:
                    // Changes that were undone during the save stayed noted, since their reverse might have had to be
                    // saved.
                    part.table.dropSettledChanges(of: object)
                default: break
                }
            }
        }
        graph.lists.removeLinks { $0._objectState.phase == .detached }
    }

    /// Makes these changes the only ones of the context, after a rollback has given up all.
    func reinstate(in graph: ObjectGraph) {
        guard link === graph.tables.link else { return }
        for part in parts {
            let memories = part.objects.memories.filter { !hasLost($0, in: graph) }
            // A new one that was deleted and is back leaves its key to the one that it had replaced.
            for memory in memories where memory.state.phase == .inserted { part.table.detach(memory.object) }
            // Deleted ones first: new ones may have their keys.
            for memory in memories where memory.state.phase == .deleted {
                // One that had come back by undoing has left the context, as new objects do.
                if !part.table.markDeleted(memory.object) { graph.tables.bringBack(memory) }
            }
            for memory in memories where memory.state.phase != .deleted {
                graph.tables.bringBack(memory)
                if memory.state.phase == .inserted {
                    graph.lookup.keys.claimKey(of: memory.object, part.table)
                }
            }
        }
        graph.restoreUnsaved(links, requirements, deletions)
        graph.tables.invalidateUnsavedMembers()
    }
}
