/// Changes or deletes all objects of a query at once, if possible without loading them.
struct BatchRunner {
    let context: Context
    let queries: QueryRunner
    var graph: ObjectGraph { context.graph }
    var access: StoreAccess { context.access }
    private var merger: ChangeMerger { context.merger }

    /// Changes every object of a query at once, as ``Context/updateAll(_:assigning:)`` describes.
    func updateAll<M: Model>(_ query: Query<M>, assigning assignments: [Assignment<M>]) throws -> Int {
        try access.perform(.update, M.self, rows: { $0 }) { try updateRows(query, assignments) }
    }

    private func updateRows<M: Model>(_ query: Query<M>, _ assignments: [Assignment<M>]) throws -> Int {
        guard try mayBeginBatch() else { return 0 }
        let batch = try checked(query, assignments)
        let observed = observation(M.self, batch.request.entity)
        var count = 0
        _ = try commitBatch(batch.request.entity, observed) {
            let (request, assigned) = try resolved(batch)
            var updates = BatchUpdates(request.entity, observed)
            count = 0
            try queries.forEachRow(M.self, request, assigned.expressions) { row, source in
                let values = try assigned.values(row, in: source)
                count += 1
                // As a save does: what has the values already is not written, keeps its version and concerns nobody.
                if try values.areStored(in: row) { return }
                let key = try key(of: row, request.entity)
                try updates.add(row, key, changedBy: values, assigned.properties)
            }
            return try updates.finish()
        }
        return count
    }

    /// Checks a query and what a batch assigns to its objects, and returns both, with the current time; other queries may
    /// be a part of them.
    func checked<M: Model>(_ query: Query<M>, _ assignments: [Assignment<M>]) throws -> CheckedBatch<M> {
        var (request, assignments) = (try queries.timelessRequest(for: query), assignments)
        let filters = try queries.filters(of: query)
        assignments = try assignments.map { assignment in
            try assignment.mapped { try filters.filtered($0, from: request.entity) }
        }
        if request.asksForNow || assignments.contains(where: \.asksForNow) {
            let now = try Value.now()
            request = request.settingNow(to: now)
            assignments = assignments.map { $0.mapped { $0.settingNow(to: now) } }
        }
        let assigned = try BatchAssignments(assignments, request.entity, graph.binder(request.entity))
        return CheckedBatch(request: request, assignments: assignments, assigned: assigned)
    }

    /// The request of a batch and what it assigns, with the results that other queries in them have in an attempt.
    func resolved<M: Model>(_ batch: CheckedBatch<M>) throws -> (
        request: FetchRequest, assigned: BatchAssignments
    ) {
        let (request, assigned) = (batch.request, batch.assigned)
        guard request.hasSubqueries || assigned.expressions.contains(where: \.hasSubqueries) else {
            return (request, assigned)
        }
        let answers = SubqueryAnswers(queries)
        let binder = graph.binder(request.entity)
        let assignments = try batch.assignments.map {
            try $0.mapped { try answers.resolved($0, binder) }
        }
        let present = try BatchAssignments(assignments, request.entity, binder)
        return (try answers.resolved(request), present)
    }

    /// How the rows of an update are found.
    func explainUpdate<M: Model>(_ query: Query<M>, assigning assignments: [Assignment<M>]) throws
        -> QueryPlan
    {
        try queries.explain(
            M.self,
            batch: {
                let (request, assigned) = try resolved(try checked(query, assignments))
                return (request, assigned.expressions)
            }, "The core writes the rows whose values change, in one commit.")
    }

    /// How the rows of a deletion are found.
    func explainDeletion<M: Model>(_ query: Query<M>) throws -> QueryPlan {
        let entity = try access.coordinator.entity(of: M.self)
        return try queries.explain(
            M.self, batch: { (try queries.checkedRequest(for: query), []) },
            concernsOthers(entity)
                ? "The core fetches the objects, for the rules of their relationships, and deletes them in one commit."
                : "The core deletes the rows in one commit.")
    }

    /// Deletes every object of a query at once, as ``Context/deleteAll(_:)`` describes.
    func deleteAll<M: Model>(_ query: Query<M>) throws -> Int {
        try access.perform(.delete, M.self, rows: { $0 }) { try deleteRows(query) }
    }

    private func deleteRows<M: Model>(_ query: Query<M>) throws -> Int {
        guard try mayBeginBatch() else { return 0 }
        let present = try queries.presentRequest(for: query)
        if concernsOthers(present.entity) { return try deleteObjects(M.self, present) }
        let observed = observation(M.self, present.entity)
        return try commitBatch(present.entity, observed) {
            let request = try queries.resolved(present)
            var rows: [(key: ObjectKey, version: Int64?)] = []
            var rules = BatchRules<M>(request.entity)
            try queries.forEachRow(M.self, request, []) { row, _ in
                let (version, key) = (try row.storedVersion, try key(of: row, request.entity))
                try rules?.check(deleted: row, key)
                try observed?.add(deleted: row, at: version)
                rows.append((key, version))
            }
            try rules?.finish()
            rows.sort { $0.key < $1.key }
            var changes = ChangeSet()
            if !rows.isEmpty { changes.deletes = [DeleteBatch(entity: request.entity, rows: rows)] }
            return changes
        }
    }

    func mayBeginBatch() throws -> Bool {
        try context.saves.requireIdle()
        try graph.lookup.errors.throwFirst()
        if access.isStreaming || graph.hasChanges {
            throw GranaryError(
                .invalidObject,
                access.isStreaming
                    ? "A batch inside `stream` would end the rows that are being read; run it after the stream."
                    : "A batch writes to the store at once, so it needs a context without unsaved changes; save or roll back first."
            )
        }
        return try context.saves.mayWrite()
    }

    /// Commits collected changes, and collects them again if others have changed some of the rows since they
    /// were read.
    func commitBatch<M: Model>(
        _ entity: Entity, _ observed: BatchObservation<M>?, _ collect: () throws -> ChangeSet
    ) throws -> Int {
        let save = Save(context, callingHooks: false)
        do {
            for _ in 0..<Save.mostAttempts {
                observed?.clear()
                let changes = try collect()
                if changes.isEmpty { return 0 }
                let plan = try SavePlan(
                    graph, committing: changes, of: entity, capturedBy: context.saves.captures,
                    as: observed?.captured ?? [])
                let outcome = try save.commit(plan)
                if outcome.conflicts.isEmpty {
                    let number = outcome.versions.values.first ?? 0
                    // An observer that came after the attempt began may have read the rows before the commit.
                    let rows = observed?.changes(at: number) ?? (isObserved(entity) ? .any : .none)
                    return try finish(save, changes, entity, rows, outcome.versions)
                }
                // Changed rows are only collected again; a requirement is never waived, so resolving throws.
                let broken = outcome.conflicts.filter(isRequired)
                if !broken.isEmpty { try save.resolve(broken) }
                // The snapshot still shows the versions that were in conflict; the next attempt needs a later one.
                try access.refreshSessions()
            }
            throw Self.batchConflict(entity)
        } catch {
            save.beginNewSnapshot(after: error)
            throw error
        }
    }

    /// Collects the values of the rows that a batch writes, if the entity is observed or captured.
    func observation<M: Model>(_ type: M.Type, _ entity: Entity) -> BatchObservation<M>? {
        let isCaptured = context.saves.captures.concern(entity)
        return isCaptured || isObserved(entity) ? BatchObservation(entity, capturing: isCaptured) : nil
    }

    private func isObserved(_ entity: Entity) -> Bool {
        let observed = merger.announcer.observedEntities(of: [entity.index], in: access.coordinator)
        return observed?.contains(entity.index) ?? false
    }

    private static func batchConflict(_ entity: Entity) -> GranaryError {
        GranaryError(
            .conflict, "The objects kept changing in their store while the batch was repeated; try it again.",
            context: .init(entity: entity.name))
    }

    private func isRequired(_ conflict: CommitResult.Conflict) -> Bool {
        graph.requirements.contains(conflict.key, of: conflict.entity)
    }

    /// Notifies this context and others of the written rows, and begins a new snapshot.
    private func finish(
        _ save: Save, _ changes: ChangeSet, _ entity: Entity, _ rows: ObservedRows, _ versions: [Int: Int64]
    ) throws -> Int {
        let updated = changes.updates.flatMap(\.rows).map(\.key.bits)
        let deleted = changes.deletes.flatMap(\.rows).map(\.key.bits)
        // Written without their objects, which read their rows again at the next access.
        for bits in updated {
            graph.tables.loadedObject(bits, of: entity).map { _ = graph.tables[entity.index].invalidate($0) }
        }
        let listing = entity.listing
        let moves = changes.updates.contains { batch in
            batch.rows.contains { !$0.properties.intersection(listing).isEmpty }
        }
        try save.finishBatch(
            SaveNotice.Part(
                entity: entity.index, updated: updated, deleted: deleted, moved: moves ? nil : [], rows: rows),
            versions)
        return updated.count + deleted.count
    }

    func key(of row: any EvaluationRow, _ entity: Entity) throws -> ObjectKey {
        if let key = ObjectKey(try entity.keyColumns.map { try row.value(at: $0) }) { return key }
        throw GranaryError(
            .malformed, "A stored row has no primary key.", context: .init(entity: entity.name))
    }
}

// MARK: Deleting by rules

extension BatchRunner {
    /// Whether deleting objects of an entity may change other objects, or be denied because of them.
    private func concernsOthers(_ entity: Entity) -> Bool {
        entity.toMany.contains { $0.deleteRule != .noAction }
            || entity.toOne.contains { $0.deleteRule == .deny || graph.deleteRules.needsTarget($0) }
    }

    private func deleteObjects<M: Model>(_ type: M.Type, _ request: FetchRequest) throws -> Int {
        let kept = graph.requirements.all
        for _ in 0..<Save.mostAttempts {
            let objects = try queries.answer(type, try queries.resolved(request))
            do {
                for object in objects { try graph.deleteRules.delete(object) }
                // By this policy a row that others have changed is not settled; the query runs again and decides about
                // it.
                try Save(context, by: .error, callingHooks: false).run()
                return objects.count
            } catch GranaryError.Code.conflict where graph.requirements.isEmpty {
                merger.rollback()
                try merger.refreshAll()
            } catch {
                merger.rollback()
                // Rolling back has dropped the requirements of the program, which concern its next save.
                graph.requirements.set(to: kept)
                throw error
            }
        }
        throw Self.batchConflict(request.entity)
    }
}

extension EvaluationRow {
    /// The version of the row in its store.
    var storedVersion: Int64? {
        get throws {
            if let row = self as? CursorRow { return try row.version }
            return (self as? ObjectRow)?.object._objectState.version
        }
    }

    /// The values of all columns.
    func values(of entity: Entity) throws -> [Value] { try entity.columns.indices.map { try value(at: $0) } }
}
