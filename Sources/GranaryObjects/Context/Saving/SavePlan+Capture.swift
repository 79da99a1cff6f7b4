extension SavePlan {
    /// What the captures of a schema add to a save, by store.
    typealias Captured = [(store: Int, batch: InsertBatch)]

    /// Asks the captures of the schema for rows to insert together with the changes of a context.
    ///
    /// - Complexity: O(1) without a capture; else O(changes of the captured entities).
    static func captured(_ graph: ObjectGraph, _ links: @autoclosure () -> [LinkBatch]) throws -> Captured {
        guard graph.capturesSaves else { return [] }
        return try graph.schema.captures.flatMap { capture in
            var save = CapturedSave(schema: graph.schema, choice: graph.captureChoice)
            for table in referencedFirst(graph) where capture.captures(table.entity) {
                for object in table.touched {
                    if let row = try row(of: object, table.entity) { save.rows.append(row) }
                }
            }
            for batch in links() where concerns(batch.table, capture) {
                save.pairs += batch.added.map { CapturedPair(batch.table, $0, isAdded: true) }
                save.pairs += batch.removed.map { CapturedPair(batch.table, $0, isAdded: false) }
            }
            return try batches(capture, save, graph)
        }
    }

    /// Asks the captures of the schema for rows to insert together with those that a batch has written.
    static func captured(_ graph: ObjectGraph, rows: [CapturedRow]) throws -> Captured {
        guard graph.capturesSaves, !rows.isEmpty else { return [] }
        return try graph.schema.captures.flatMap { capture in
            var save = CapturedSave(schema: graph.schema, choice: graph.captureChoice)
            save.rows = rows.filter { capture.captures($0.entity) }
            return try batches(capture, save, graph)
        }
    }

    private static func concerns(_ table: LinkTable, _ capture: any SaveCapture) -> Bool {
        capture.captures(table.firstEntity) || capture.captures(table.secondEntity)
    }

    private static func batches(
        _ capture: any SaveCapture, _ save: CapturedSave, _ graph: ObjectGraph
    ) throws -> Captured {
        if save.rows.isEmpty, save.pairs.isEmpty { return [] }
        var batches: [Int: InsertBatch] = [:]
        for row in try capture.rows(with: save) {
            let index = row.entity.index
            batches[index, default: InsertBatch(entity: row.entity, rows: [])]
                .rows.append(Record(of: row.entity, values: row.values))
        }
        return try batches.sorted { $0.key < $1.key }.map {
            (try graph.access.coordinator.storeIndex(of: $1.entity), $1)
        }
    }

    /// The row of an object as the save writes it; `nil` for one that the store does not get to see.
    private static func row(of object: any Model, _ entity: Entity) throws -> CapturedRow? {
        let state = object._objectState
        let (key, version) = (object.erasedKey, state.version)
        switch state.phase {
        case .inserted:
            let values = try object.columnValues(of: entity)
            return CapturedRow(entity, key, before: nil, after: values, version: nil)
        case .stored:
            guard let changes = state.changes else { return nil }
            return CapturedRow(
                entity, key, before: try changes.original.columnValues(of: entity),
                after: try object.columnValues(of: entity), version: version)
        case .deleted:
            if version == 0 { return nil }
            let before = try state.changes?.original.columnValues(of: entity)
            return CapturedRow(
                entity, key, before: try before ?? object.columnValues(of: entity), after: nil,
                version: version)
        case .transient, .detached: return nil
        }
    }
}

extension Schema {
    /// The parts of a notice about the rows that captures add to saves of some entities.
    func capturedParts(with parts: [SaveNotice.Part]) -> [SaveNotice.Part] {
        captures.compactMap { capture in
            let concerns = parts.contains {
                entities.indices.contains($0.entity) && capture.captures(entities[$0.entity])
            }
            return concerns ? capture.entity(in: self).map { SaveNotice.Part(whole: $0.index) } : nil
        }
    }
}
