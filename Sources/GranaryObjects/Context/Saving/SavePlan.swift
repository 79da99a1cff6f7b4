/// The changes of one save, by store.
struct SavePlan {
    /// The changes for one store.
    struct Part {
        let store: Int
        var changes = ChangeSet()
        /// The values that were taken, which ``SavePlan/collected()`` makes rows of.
        fileprivate var written: [ValueBatch] = []

        /// Whether nothing is changed.
        var isEmpty: Bool { changes.isEmpty && written.isEmpty }

        /// The positions of the entities whose rows or pairs change.
        var changedEntities: Set<Int> { changes.changedEntities.union(written.map(\.entity.index)) }
    }

    /// The values of one entity.
    fileprivate struct ValueBatch {
        let entity: Entity
        let type: any Model.Type
        let values: WrittenValues
    }

    /// The parts in the order of the stores; a child has at most one.
    private(set) var parts: [Part] = []
    /// The positions of the entities whose many-to-many relationships change.
    private(set) var linkedEntities: Set<Int> = []

    /// The positions of the entities whose rows or pairs change.
    var changedEntities: Set<Int> { parts.reduce(into: Set()) { $0.formUnion($1.changedEntities) } }

    /// The stores that the plan changes.
    func stores(in coordinator: StoreCoordinator) -> [any Store] {
        parts.map { coordinator.members[$0.store].store }
    }

    /// Collects the pending changes of a context; of entities whose objects were captured, only keeps the values.
    init(
        _ graph: ObjectGraph, capturedBy captures: SaveCaptures,
        writing written: [Int: WrittenObjects] = [:]
    ) throws {
        var parts: [Int: Part] = [:]
        for table in Self.referencedFirst(graph) where !table.touched.isEmpty {
            let store = try graph.access.coordinator.storeIndex(of: table.entity)
            Self.collect(table, written[table.entity.index], into: &parts[store, default: Part(store: store)])
        }
        for (name, pairs) in graph.pendingLinks where !pairs.isEmpty {
            guard let table = graph.schema.links.first(where: { $0.name == name }) else { continue }
            let store = try graph.access.coordinator.storeIndex(of: table.firstEntity)
            var batch = Self.batch(table, pairs)
            // For a parent, the old and the new object with one key differ, and a later save may remove the new pair.
            if !graph.isChild { Self.keepAdded(&batch) }
            parts[store, default: Part(store: store)].changes.links.append(batch)
            linkedEntities.formUnion([table.firstEntity.index, table.secondEntity.index])
        }
        try Self.collectRequired(graph, into: &parts)
        try complete(parts, with: captures.batches(graph, parts.values.flatMap(\.changes.links)), graph)
    }

    /// Plans the changes of a batch, which has no objects, together with the requirements of the context.
    init(
        _ graph: ObjectGraph, committing changes: ChangeSet, of entity: Entity,
        capturedBy captures: SaveCaptures, as rows: [CapturedRow]
    ) throws {
        let store = try graph.access.coordinator.storeIndex(of: entity)
        var parts = [store: Part(store: store, changes: changes)]
        try Self.collectRequired(graph, into: &parts)
        try complete(parts, with: captures.batches(graph, rows: rows), graph)
    }

    /// Adds the rows of captures, and puts the parts in order.
    ///
    /// - Throws: ``GranaryError/Code/denied`` when one of the stores is read-only.
    private mutating func complete(
        _ parts: [Int: Part], with captured: SaveCaptures.Batches, _ graph: ObjectGraph
    ) throws {
        var parts = parts
        for (store, batch) in captured {
            parts[store, default: Part(store: store)].changes.inserts.append(batch)
        }
        self.parts = parts.values.filter { !$0.isEmpty }.sorted { $0.store < $1.store }
        for part in self.parts { try graph.access.coordinator.members[part.store].requireWritable("saved") }
        if graph.isChild { unite() }
    }

    /// Combines all parts into one for a child, whose parent takes all changes at once.
    private mutating func unite() {
        guard var whole = parts.first else { return }
        for part in parts.dropFirst() {
            whole.changes.requirements += part.changes.requirements
            whole.changes.deletes += part.changes.deletes
            whole.changes.updates += part.changes.updates
            whole.changes.inserts += part.changes.inserts
            whole.changes.links += part.changes.links
        }
        parts = [whole]
    }

    private static func collect(_ table: ObjectTable, _ written: WrittenObjects?, into part: inout Part) {
        if let written, let type = table.type {
            if written.values.isEmpty { return }
            return part.written.append(ValueBatch(entity: table.entity, type: type, values: written.values))
        }
        var rows = PendingRows()
        for object in table.touched { object._addChanges(to: &rows) }
        add(rows, of: table.entity, to: &part.changes) {
            SavedOrder.sorted(
                rows.inserts.compactMap { row in (row as? any Model).map { (key: $0.erasedKey, row: row) } },
                by: \.key)
        }
    }

    /// The plan with rows made of the values that were taken, on any thread.
    ///
    /// Complexity: O(values) and the sorting of those that are not in order.
    func collected() -> SavePlan {
        var plan = self
        for place in parts.indices {
            for written in parts[place].written {
                var rows = PendingRows()
                written.type._addChanges(of: written.values, to: &rows)
                Self.add(rows, of: written.entity, to: &plan.parts[place].changes) {
                    SavedOrder.sorted(written.values.inserts, by: \.key)
                }
            }
            plan.parts[place].written = []
        }
        return plan
    }

    /// Adds the rows of an entity in the order of their keys; those to insert are sorted only where they do not grow.
    private static func add(
        _ rows: PendingRows, of entity: Entity, to changes: inout ChangeSet,
        sortedInserts: () -> [(key: ObjectKey, row: any RowEncodable)]
    ) {
        if !rows.inserts.isEmpty {
            let inserts = rows.insertsGrow ? rows.inserts : sortedInserts().map(\.row)
            changes.inserts.append(InsertBatch(entity: entity, rows: inserts))
        }
        if !rows.updates.isEmpty {
            let updates = SavedOrder.sorted(rows.updates) { $0.key }
            changes.updates.append(UpdateBatch(entity: entity, rows: updates))
        }
        if !rows.deletes.isEmpty {
            let deletes = SavedOrder.sorted(rows.deletes) { $0.key }
            changes.deletes.append(DeleteBatch(entity: entity, rows: deletes))
        }
    }

    private static func batch(_ table: LinkTable, _ pairs: [LinkPair: Bool]) -> LinkBatch {
        var batch = LinkBatch(table: table)
        for (pair, added) in pairs {
            let keys = (first: pair.first.erasedKey, second: pair.second.erasedKey)
            let isGone =
                pair.first._objectState.phase == .deleted || pair.second._objectState.phase == .deleted
            if added && !isGone { batch.added.append(keys) } else { batch.removed.append(keys) }
        }
        batch.added.sort { ($0.first, $0.second) < ($1.first, $1.second) }
        batch.removed.sort { ($0.first, $0.second) < ($1.first, $1.second) }
        return batch
    }

    /// Drops removals of pairs that are added too, because new objects have taken the keys of deleted ones.
    private static func keepAdded(_ batch: inout LinkBatch) {
        if batch.added.isEmpty || batch.removed.isEmpty { return }
        var added: [ObjectKey: Set<ObjectKey>] = [:]
        for pair in batch.added { added[pair.first, default: []].insert(pair.second) }
        batch.removed.removeAll { added[$0.first]?.contains($0.second) ?? false }
    }

    private static func collectRequired(_ graph: ObjectGraph, into parts: inout [Int: Part]) throws {
        for requirement in graph.requirements.all {
            let object = requirement.object
            // The commit compares the versions of written rows in any case, and new rows have none.
            if object._objectState.isPending, object._objectState.version == requirement.version { continue }
            // A new object had no row to compare when it was required to be unchanged.
            if requirement.version == 0 { continue }
            let entity = requirement.entity
            let store = try graph.access.coordinator.storeIndex(of: entity)
            parts[store, default: Part(store: store)].changes.requirements.append(
                DeleteBatch(entity: entity, rows: [(requirement.key, requirement.version)]))
        }
    }

    /// The tables with changes, each after the tables that it refers to, except in cycles.
    static func referencedFirst(_ graph: ObjectGraph) -> [ObjectTable] {
        let busy = graph.tables.filter { !$0.touched.isEmpty }
        if busy.count < 2 { return busy }
        var ordered: [ObjectTable] = []
        var visited: Set<Int> = []
        func visit(_ table: ObjectTable) {
            guard visited.insert(table.entity.index).inserted else { return }
            for relationship in table.entity.toOne {
                visit(graph.tables[relationship.destination.index])
            }
            ordered.append(table)
        }
        for table in busy { visit(table) }
        return ordered
    }
}
