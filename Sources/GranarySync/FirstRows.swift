import FoundationEssentials
import Granary

/// Settles once for each synced model what the rows are that were there before.
struct FirstRows {
    let core: RepositoryCore

    /// Asks which rows were there before, and does with them what the program says.
    ///
    /// - Throws: ``GranaryError/Code/configuration`` if there are any and the program does not say.
    nonisolated(nonsending) func settle(_ existing: ExistingRows?) async throws {
        let (rule, now) = (core.rule, core.times.now)
        try await core.stack.performOnStores(RepositoryCore.servedOptions()) { context in
            for position in rule.models.keys.sorted() {
                let entity = context.schema.entities[position]
                let digest = "rows of \(entity.name)"
                if try context.object(ObjectID<SyncQuery>(digest)) != nil { continue }
                try Self.settle(entity, rule, existing, in: context)
                try context.insert(
                    SyncQuery(digest: digest, entity: entity.name, servedAt: now(), isWhole: false))
            }
            if context.hasChanges { try context.save() }
        }
    }

    private static func settle(
        _ entity: Entity, _ rule: SyncRule, _ existing: ExistingRows?, in context: Context
    ) throws {
        guard let type = entity.type as? any Granary.Model.Type else { return }
        let name = entity.name
        let entries = try context.fetch(SyncEntry.where { $0.entity == name })
        let known = Set(entries.lazy.filter { $0.kind == .insert }.map(\.key))
        try settle(type, entity, rule, existing, without: known, in: context)
        if existing != .areLocal { return }
        // What has changed of such a row since is in the write that makes it known to the server.
        for entry in entries where entry.kind == .update && !known.contains(entry.key) {
            try context.delete(entry)
        }
    }

    private static func settle<M: Granary.Model>(
        _ type: M.Type, _ entity: Entity, _ rule: SyncRule, _ existing: ExistingRows?,
        without known: Set<Data>, in context: Context
    ) throws {
        var query = M.all.unfiltered()
        if existing != .areLocal { query = query.limit(known.count + 1) }
        var rows: [CapturedRow] = []
        for object in try context.fetch(query) where !known.contains(object.erasedKey.entryData) {
            if existing == nil {
                throw GranaryError(
                    .configuration,
                    "The store holds rows of \(entity.name) that were saved before the model was synced. Say once what they are: `Repositories(…, existing: .areServed)` if the server has them, `.areLocal` if it has to get them.",
                    context: .init(entity: entity.name))
            }
            rows.append(
                CapturedRow(
                    entity, object.erasedKey, before: nil, after: try object.columnValues(of: entity),
                    version: nil))
        }
        guard existing == .areLocal, !rows.isEmpty else { return }
        var save = CapturedSave(schema: context.schema, choice: nil)
        save.rows = rows
        for row in try rule.rows(with: save) { try context.insert(try SyncEntry(row)) }
    }
}

extension RepositoryCore {
    /// Makes entries of the rows of a query, as ``Repositories/adopt(_:)`` describes.
    nonisolated(nonsending) func adopt<M: Granary.Model>(_ query: Query<M>) async throws {
        let (rule, right) = (rule, right(to: [M.modelDescription.name]))
        try right.require(.local)
        try await stack.performOnStores(Self.servedOptions()) { context in
            try right.require(.local)
            guard let entity = context.schema.entity(of: M.self) else { return }
            _ = try rule.model(entity)
            let name = entity.name
            let known = Set(try context.fetch(SyncEntry.where { $0.entity == name }).map(\.key))
            var save = CapturedSave(schema: context.schema, choice: nil)
            for object in try context.fetch(query) where !known.contains(object.erasedKey.entryData) {
                save.rows.append(
                    CapturedRow(
                        entity, object.erasedKey, before: nil, after: try object.columnValues(of: entity),
                        version: nil))
            }
            for row in try rule.rows(with: save) { try context.insert(try SyncEntry(row)) }
            if context.hasChanges { try context.save() }
        }
    }
}

extension SyncEntry {
    /// Makes the entry of a captured row.
    convenience init(_ row: CapturingRow) throws {
        let cursor = ValueCursor(rows: [row.values])
        _ = try cursor.advance()
        self.init(try SyncEntry(_from: Row(cursor, of: row.entity)).snapshot)
    }
}
