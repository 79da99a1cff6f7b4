/// The rules of the schema that add rows to the saves of one context, with the option that they get.
struct SaveCaptures {
    /// The rows to add, by store.
    typealias Batches = [(store: Int, batch: InsertBatch)]

    /// The rules; none where saves are not captured.
    private let rules: [any SaveCapture]
    private let choice: (any Sendable)?

    /// The rules for a context with some options.
    init(_ options: ContextOptions, _ graph: ObjectGraph) {
        // What a child saves stays in its parent, whose own save is captured.
        rules = options.capturesSaves && !graph.isChild ? graph.schema.captures : []
        choice = options.captureChoice
    }

    /// Whether the rows of an entity concern a rule.
    func concern(_ entity: Entity) -> Bool { rules.contains { $0.captures(entity) } }

    /// Asks the rules for rows to insert together with the changes of a context.
    ///
    /// - Complexity: O(1) without a rule; else O(changes of the captured entities).
    func batches(_ graph: ObjectGraph, _ links: @autoclosure () -> [LinkBatch]) throws -> Batches {
        try rules.flatMap { rule in
            var save = CapturedSave(schema: graph.schema, choice: choice)
            for table in SavePlan.referencedFirst(graph) where rule.captures(table.entity) {
                for object in table.touched {
                    if let row = try Self.row(of: object, table.entity) { save.rows.append(row) }
                }
            }
            for batch in links() where Self.concerns(batch.table, rule) {
                save.pairs += batch.added.map { CapturedPair(batch.table, $0, isAdded: true) }
                save.pairs += batch.removed.map { CapturedPair(batch.table, $0, isAdded: false) }
            }
            return try Self.batches(rule, save, graph)
        }
    }

    /// Asks the rules for rows to insert together with those that a batch has written.
    func batches(_ graph: ObjectGraph, rows: [CapturedRow]) throws -> Batches {
        if rows.isEmpty { return [] }
        return try rules.flatMap { rule in
            var save = CapturedSave(schema: graph.schema, choice: choice)
            save.rows = rows.filter { rule.captures($0.entity) }
            return try Self.batches(rule, save, graph)
        }
    }

    /// The parts of a notice about the rows that the rules add to saves of some entities.
    func parts(with parts: [SaveNotice.Part], in schema: Schema) -> [SaveNotice.Part] {
        rules.compactMap { rule in
            let concerns = parts.contains {
                schema.entities.indices.contains($0.entity) && rule.captures(schema.entities[$0.entity])
            }
            return concerns ? rule.entity(in: schema).map { SaveNotice.Part(whole: $0.index) } : nil
        }
    }

    private static func concerns(_ table: LinkTable, _ rule: any SaveCapture) -> Bool {
        rule.captures(table.firstEntity) || rule.captures(table.secondEntity)
    }

    private static func batches(
        _ rule: any SaveCapture, _ save: CapturedSave, _ graph: ObjectGraph
    ) throws -> Batches {
        if save.rows.isEmpty, save.pairs.isEmpty { return [] }
        var batches: [Int: InsertBatch] = [:]
        for row in try rule.rows(with: save) {
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
