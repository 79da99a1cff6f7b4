extension StoredRecords {
    /// Makes changes in one commit, as a whole or not at all, and checks them as in any save: keys, unique constraints
    /// and references.
    ///
    /// ```swift
    /// try records.commit { changes in
    ///     try changes.insert("Book", ["id": .integer(7), "title": .text("Middlemarch")])
    ///     try changes.delete("Book", .integer(8))
    /// }
    /// ```
    ///
    /// The rows get new versions, so other contexts see the changes like any save. Hooks, rules and delete rules belong
    /// to models and are not carried out: a row to which others refer cannot be deleted. Open streams continue in the
    /// snapshot that they began in; everything else reads the committed state.
    ///
    /// - Throws: any error from the closure, and then nothing is changed; ``GranaryError/Code/constraint``;
    ///   ``GranaryError/Code/conflict`` for a record that another save has changed, ``GranaryError/Code/notFound`` for
    ///   an update of a missing row; ``GranaryError/Code/denied`` unless opened for writing; errors of the store.
    public func commit(_ body: (inout RecordChanges) throws -> Void) throws {
        try requireWritable()
        var collected = RecordChanges(of: self)
        try body(&collected)
        if collected.changes.isEmpty { return }
        try session.refresh()
        let changes = try removingPairs(in: collected.changes)
        let result = try session.commit(changes)
        guard let first = result.conflicts.first else { return }
        throw refusal(first, changes)
    }

    /// Reserves integer keys for new rows of a model, and returns the first; the store never assigns them again.
    ///
    /// - Throws: ``GranaryError/Code/query`` for an unknown model; ``GranaryError/Code/denied`` unless opened for
    ///   writing; errors of the store.
    public func reserveKeys(_ count: Int = 1, of model: String) throws -> Int64 {
        try requireWritable()
        return try session.reserveKeys(count, of: entity(model))
    }

    private func requireWritable() throws {
        if isWritable { return }
        throw GranaryError(
            .denied, "The records of the store are open for reading only. Open them with forWriting: true.")
    }

    /// The changes with the pairs of rows that are deleted, which end with them.
    private func removingPairs(in changes: ChangeSet) throws -> ChangeSet {
        var changes = changes
        for batch in changes.deletes {
            let keys = batch.rows.map(\.key).sorted()
            for table in described.links {
                var removed: [(first: ObjectKey, second: ObjectKey)] = []
                if table.firstEntity === batch.entity {
                    removed += try session.links(table, fromFirst: true, of: keys).map { ($0.0, $0.1) }
                }
                if table.secondEntity === batch.entity {
                    removed += try session.links(table, fromFirst: false, of: keys).map { ($0.1, $0.0) }
                }
                if removed.isEmpty { continue }
                if let index = changes.links.firstIndex(where: { $0.table == table }) {
                    changes.links[index].removed += removed
                } else {
                    var links = LinkBatch(table: table)
                    links.removed = removed
                    changes.links.append(links)
                }
            }
        }
        return changes
    }

    private func refusal(_ conflict: CommitResult.Conflict, _ changes: ChangeSet) -> GranaryError {
        let isUnversioned = changes.updates.contains { batch in
            batch.entity.name == conflict.entity
                && batch.rows.contains { $0.key == conflict.key && $0.version == nil }
        }
        return isUnversioned
            ? GranaryError(
                .notFound,
                "A row of \(conflict.entity) that the commit changes is not there; nothing was changed.",
                context: .init(entity: conflict.entity))
            : GranaryError(
                .conflict,
                "Another save has changed or deleted a row of \(conflict.entity); nothing was changed. Read it again.",
                context: .init(entity: conflict.entity))
    }
}
