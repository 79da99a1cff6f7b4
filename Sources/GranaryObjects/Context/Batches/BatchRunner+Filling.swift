extension BatchRunner {
    /// Gives the rows of a query the values of assignments where they have none, in one atomic commit.
    ///
    /// If others change some of the rows in the meantime, it looks at all of them again.
    ///
    /// - Throws: as ``Context/updateAll(_:assigning:)``; for a row whose value cannot be computed, with its key.
    func fill<M: Model>(_ query: Query<M>, assigning assignments: [Assignment<M>]) throws -> FilledRows {
        var rows = FilledRows()
        let count: Int = try access.perform(.update, M.self, rows: { $0 }) {
            guard try mayBeginBatch() else { return 0 }
            let checked = try checked(query, assignments)
            let observed = observation(M.self, checked.request.entity)
            return try commitBatch(checked.request.entity, observed) {
                let (request, assigned) = try resolved(checked)
                rows = FilledRows()
                var updates = BatchUpdates(request.entity, observed)
                try queries.forEachRow(M.self, request, assigned.expressions) { row, source in
                    let key = try key(of: row, request.entity)
                    rows.seen += 1
                    // Also of a row that gets no value, or the next chunk would begin with it for ever.
                    rows.last = key
                    guard let found = try assigned.found(for: row, in: source, key) else { return }
                    try updates.add(row, key, changedBy: found.row, found.properties)
                }
                return try updates.finish()
            }
        }
        rows.filled = count
        return rows
    }
}

extension BatchAssignments {
    /// The values that a row has not, and the properties they are for; `nil` where there are none.
    ///
    /// - Throws: errors of the evaluation, with the row's entity and key.
    func found(
        for row: any EvaluationRow, in source: any EvaluationSource, _ key: ObjectKey
    ) throws -> (row: AssignedRow, properties: PropertySet)? {
        let missing = try missing(in: row)
        if missing.isEmpty { return nil }
        let computed: AssignedRow
        do {
            computed = try values(row, in: source, only: missing)
        } catch {
            throw GranaryError.notFilled(entity, key, error)
        }
        // An expression may be `nil` for a row; writing that would change its version, and in chunks for ever.
        let present = computed.values.filter { !$0.value.isNull }
        if present.isEmpty { return nil }
        var properties = PropertySet()
        for (column, _) in present { properties.insert(entity.columns[column].property) }
        return (AssignedRow(present), properties)
    }
}

extension GranaryError {
    /// The error for an object for which a backfill could not make a value.
    ///
    /// An error that is not about the object, such as a lost connection, stays as it is.
    static func notFilled(_ entity: Entity, _ key: ObjectKey, _ cause: any Error) -> GranaryError {
        let known = cause as? GranaryError
        if let known, known.code.isRetryable || known.code == .cancelled { return known }
        var context = known?.context ?? .init(entity: entity.name)
        (context.entity, context.key) = (entity.name, key)
        return GranaryError(
            known?.code ?? .invalidValue,
            "The backfill of \(entity.name) could make no value for an object, whose key is in the error's context. The objects filled before stay filled. Correct the object or the backfill, and run it again.\(known.map { " \($0.message)" } ?? "")",
            context: context, cause: cause)
    }
}
