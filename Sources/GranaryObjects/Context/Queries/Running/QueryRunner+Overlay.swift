/// Applying unsaved changes to answers.
extension QueryRunner {
    /// Whether unsaved changes may affect a request.
    func hasPendingChanges(touching request: FetchRequest) throws -> Bool {
        try graph.tables.used(request.entity.index)?.hasChanges == true
            || hasPendingChanges(along: request)
    }

    /// Whether unsaved changes to objects at the end of a relationship may affect a request.
    private func hasPendingChanges(along request: FetchRequest) throws -> Bool {
        if !graph.hasChanges { return false }
        var isTouched = false
        for tree in [request.predicate].compactMap({ $0 }) + request.sort.map(\.expression) where !isTouched {
            try tree.forEachPath(from: request.entity) { path, start in
                var current = start
                for name in path {
                    let relationship = try current.followed(name)
                    let next = relationship.destination
                    // A pair changes neither object, but it changes the objects that the path finds.
                    if graph.tables.used(next.index)?.hasChanges == true
                        || !graph.pendingLinks.isEmpty && relationship.isToMany
                    {
                        isTouched = true
                    }
                    current = next
                }
            }
        }
        return isTouched
    }

    /// Answers a request with unsaved changes applied.
    func overlaid<M: Model>(
        _ type: M.Type, _ request: FetchRequest, passing malformed: MalformedRows? = nil
    ) throws -> [M] {
        var request = request
        var evaluatesAll = try hasPendingChanges(along: request)
        if evaluatesAll {
            request.predicate = try request.predicate.map { try withOwnKeys($0, of: request.entity) }
            // A condition on the columns of a reference no longer sees unsaved objects.
            evaluatesAll = try hasPendingChanges(along: request)
        }
        var stored = try unchanged(type, request, evaluatesAll: evaluatesAll, passing: malformed)
        // Do this after reading the stored objects, because reading may merge saves of others into unsaved ones.
        let changed = try changed(type, request)
        if evaluatesAll, let predicate = request.predicate { stored = try graph.filter(stored, predicate) }
        if changed.isEmpty, !evaluatesAll { return request.range(of: stored) }
        return request.range(of: try graph.sorted(stored + changed, by: request.sort))
    }

    /// The unsaved objects that match a request.
    ///
    /// Complexity: O(objects found) if a condition compares columns with values; O(objects found + √unsaved objects) if
    /// one compares a column with a range; O(unsaved objects) otherwise.
    private func changed<M: Model>(_ type: M.Type, _ request: FetchRequest) throws -> [M] {
        let table = graph.tables[request.entity.index]
        guard table.hasChanges else { return [] }
        guard let predicate = request.predicate else { return table.pendingObjects() }
        guard table.list.count > PendingIndexes.smallest,
            let test = try pendingTest(of: predicate, request.entity)
        else { return try graph.filter(table.pendingObjects(), predicate) }
        let candidates: [M] =
            switch test {
            case .points(let columns, let points): table.pendingObjects(holding: points, in: columns)
            case .range(let range): table.pendingObjects(in: range)
            }
        // With no candidates there is nothing to evaluate: the store evaluates the same condition and reports its
        // errors.
        return candidates.isEmpty ? [] : try graph.filter(candidates, predicate)
    }

    /// A test by column values that an index of unsaved objects can answer.
    private enum PendingTest {
        case points(columns: [Int], [[Value]])
        case range(PendingRange)
    }

    /// The test that unsaved objects must pass for a condition to hold; `nil` if no index can answer it.
    ///
    /// Parts of the condition after one that can fail are not used.
    private func pendingTest(of predicate: ExpressionTree, _ entity: Entity) throws -> PendingTest? {
        var range: PendingRange?
        for condition in predicate.conjuncts {
            if let test = IndexableTest(condition, in: entity) {
                if case .points(let columns, let points) = test { return .points(columns: columns, points) }
                if let found = PendingRange(test) {
                    range?.narrow(by: found)
                    range = range ?? found
                }
            }
            // A later part could hide a row for which this one fails, and so the error.
            if try graph.binder(entity).bindCondition(condition).canFail { break }
        }
        return range.map { .range($0) }
    }

    /// The stored, unchanged objects of a request; all of the entity if the core must evaluate the condition.
    private func unchanged<M: Model>(
        _ type: M.Type, _ request: FetchRequest, evaluatesAll: Bool, passing malformed: MalformedRows?
    ) throws -> [M] {
        let split =
            try evaluatesAll
            ? CrossStoreSplit(request: FetchRequest(entity: request.entity)) : splitAcrossStores(request)
        var wider = split.request
        wider.offset = 0
        wider.limit = nil
        // Each unsaved object replaces one stored row at most, so that many rows beyond the range are enough.
        if !evaluatesAll, !split.ordersInCore, split.residual == nil, let last = request.lastPosition {
            let pending = graph.tables[request.entity.index].list.count
            wider.limit = last.addingReportingOverflow(pending).overflow ? nil : last + pending
        }
        return try loader.objects(
            type, wider, residual: split.residual, coreOrder: split.ordersInCore, passing: malformed
        ).filter { $0._objectState.phase == .stored && $0._objectState.changes == nil }
    }

    /// The condition with comparisons of relationships to one replaced by comparisons of their own columns.
    ///
    /// Whether the target exists is checked once, not for each row.
    private func withOwnKeys(_ tree: ExpressionTree, of entity: Entity) throws -> ExpressionTree {
        switch tree {
        case .and: return .all(try tree.conjuncts.map { try withOwnKeys($0, of: entity) }) ?? tree
        case .refers(let path, let parts):
            guard path.count == 1, let relationship = entity.relationship(path[0]),
                let key = ObjectKey(parts),
                parts.map(ExpressionKind.init(of:))
                    == relationship.destination.keyTypes.map(ExpressionKind.value)
            else { return tree }
            let target = try graph.lookup.anyObject(key, of: relationship.destination)
            if target.map({ $0._objectState.phase == .deleted }) ?? true { return .literal(.bool(false)) }
            return .holdsKey(path: path, keys: [key])
        default: return tree
        }
    }
}
