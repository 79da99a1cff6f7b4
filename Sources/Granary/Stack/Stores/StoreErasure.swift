/// Deletes every row of a configuration in one commit.
struct StoreErasure {
    let coordinator: StoreCoordinator
    let configuration: String
    let cancellation: Cancellation

    private var schema: Schema { coordinator.schema }

    /// Deletes all rows in the session's snapshot, in any version; rows that others insert later stay.
    ///
    /// - Throws: ``GranaryError/Code/denied`` for a read-only store; errors of the store.
    func run() throws {
        let entities = schema.entities(in: configuration)
        guard let first = entities.first else { return }
        let member = coordinator.members[try coordinator.storeIndex(of: first)]
        try member.requireWritable("erased")
        let session = try member.store.makeSession()
        defer { session.end() }
        try cancellation.add(session.interrupter)
        // Deletions without a version match any, so there can be no conflict.
        let changes = try changes(entities, session)
        if changes.isEmpty { return }
        let broadcaster = coordinator.broadcaster
        let notice = SaveNotice(
            parts: entities.map { SaveNotice.Part(whole: $0.index) }, in: coordinator.presences)
        let ticket = broadcaster.beginCommit { [member.store] }
        do { _ = try session.commit(changes) } catch {
            // The rows may be gone.
            if case GranaryError.Code.outcomeUnknown = error { broadcaster.post(notice, from: nil) }
            broadcaster.endCommit(ticket)
            throw error
        }
        broadcaster.post(notice, from: nil, ending: ticket, at: [])
    }

    private func changes(_ entities: [Entity], _ session: any StoreSession) throws -> ChangeSet {
        var changes = ChangeSet()
        for entity in entities {
            let keys = try keys(of: entity, session)
            if keys.isEmpty { continue }
            changes.deletes.append(DeleteBatch(entity: entity, rows: keys.map { ($0, nil) }))
            for table in schema.links(in: configuration) where table.firstEntity === entity {
                var batch = LinkBatch(table: table)
                batch.removed = try session.links(table, fromFirst: true, of: keys).map { ($0.0, $0.1) }
                if !batch.removed.isEmpty { changes.links.append(batch) }
            }
        }
        return changes
    }

    private func keys(of entity: Entity, _ session: any StoreSession) throws -> [ObjectKey] {
        var request = FetchRequest(entity: entity)
        request.isStream = true
        let cursor = try session.fetch(request).cursor
        defer { cursor.close() }
        let row = CursorRow(cursor, of: entity)
        var keys: [ObjectKey] = []
        while try cursor.advance() {
            guard let key = ObjectKey(try entity.keyColumns.map { try row.value(at: $0) }) else {
                throw GranaryError(
                    .malformed, "A stored row has no primary key.", context: .init(entity: entity.name))
            }
            keys.append(key)
        }
        return keys.sorted()
    }
}
