extension ManagedContext {
    /// Binds expressions to an entity of this context's schema.
    package func binder(_ entity: Entity) -> ExpressionBinder {
        let schema = schema
        return ExpressionBinder(entity) { schema.entity($0) }
    }

    /// Whether an expression leads from a row to others.
    func followsRelationships(_ tree: ExpressionTree, from entity: Entity) -> Bool {
        var follows = false
        tree.forEachPath(from: entity) { path, _ in if !path.isEmpty { follows = true } }
        return follows
    }

    /// The objects for which a condition holds, by the reference evaluator.
    package func filter<M: Model>(_ objects: [M], _ predicate: ExpressionTree) throws -> [M] {
        let entity = try coordinator.entity(of: M.self)
        let bound = try binder(entity).bindCondition(predicate)
        let source = ObjectSource(self)
        lookedAt += objects.count
        return try objects.filter { try bound.holds(ObjectRow($0, of: entity), in: source) }
    }

    /// The objects in an order, by the reference evaluator.
    package func sorted<M: Model>(_ objects: [M], by sort: [SortTerm]) throws -> [M] {
        let entity = try coordinator.entity(of: M.self)
        let sorter = try RowSorter(sort, binder(entity))
        let rows = objects.map { ObjectRow($0, of: entity) }
        return try sorter.sorted(rows, in: ObjectSource(self)).map { row in
            unsafeDowncast(row.object, to: M.self)  // safe: made of this type.
        }
    }

    /// Whether unsaved changes may matter to a request.
    package func hasPendingChanges(touching request: FetchRequest) -> Bool {
        tables.used(request.entity.index)?.hasChanges == true || hasPendingChanges(along: request)
    }

    /// Whether unsaved changes of other entities, or of other objects of the same one, may matter to a
    /// request.
    private func hasPendingChanges(along request: FetchRequest) -> Bool {
        var isTouched = false
        for tree in [request.predicate].compactMap({ $0 }) + request.sort.map(\.expression) where !isTouched {
            tree.forEachPath(from: request.entity) { path, start in
                var current = start
                for name in path {
                    guard let relationship = current.relationship(name) else { return }
                    let next = relationship.destination
                    if tables.used(next.index)?.hasChanges == true
                        || !pendingLinks.isEmpty && relationship.isToMany
                    {
                        isTouched = true
                    }
                    current = next
                }
            }
        }
        return isTouched
    }

    /// Answers a request so that unsaved changes count.
    func overlaid<M: Model>(
        _ type: M.Type, _ request: FetchRequest, passing malformed: MalformedRows? = nil
    ) throws -> [M] {
        var request = request
        var evaluatesAll = hasPendingChanges(along: request)
        if evaluatesAll {
            request.predicate = try request.predicate.map { try withOwnKeys($0, of: request.entity) }
            evaluatesAll = hasPendingChanges(along: request)
        }
        var stored = try unchanged(type, request, evaluatesAll: evaluatesAll, passing: malformed)
        // Afterwards, since what others have saved may change objects here.
        let changed = try changed(type, request)
        if evaluatesAll, let predicate = request.predicate { stored = try filter(stored, predicate) }
        if changed.isEmpty, !evaluatesAll { return Self.range(stored, request) }
        return Self.range(try sorted(stored + changed, by: request.sort), request)
    }

    /// The unsaved objects of a request.
    ///
    /// Complexity: O(objects found), where a condition says what some columns hold; O(unsaved objects) otherwise.
    private func changed<M: Model>(_ type: M.Type, _ request: FetchRequest) throws -> [M] {
        let table = tables[request.entity.index]
        guard table.hasChanges else { return [] }
        guard let predicate = request.predicate else { return table.pendingObjects() }
        guard table.list.count > PendingIndexes.smallest,
            let test = try points(of: predicate, request.entity)
        else { return try filter(table.pendingObjects(), predicate) }
        let candidates: [M] = table.pendingObjects(holding: test.points, in: test.columns)
        // The store is asked the same, and says what is wrong with the condition.
        return candidates.isEmpty ? [] : try filter(candidates, predicate)
    }

    /// What some columns have to hold for a condition to hold, if it says so before anything that can fail.
    private func points(of predicate: ExpressionTree, _ entity: Entity) throws -> (
        columns: [Int], points: [[Value]]
    )? {
        for condition in predicate.conjuncts {
            if case .points(let columns, let points)? = IndexableTest(condition, in: entity) {
                return (columns, points)
            }
            if try binder(entity).bindCondition(condition).canFail { return nil }
        }
        return nil
    }

    /// The stored, unchanged objects of a request; all of the entity when the condition has to be evaluated
    /// here.
    private func unchanged<M: Model>(
        _ type: M.Type, _ request: FetchRequest, evaluatesAll: Bool, passing malformed: MalformedRows?
    ) throws -> [M] {
        let split =
            try evaluatesAll
            ? CrossStoreSplit(request: FetchRequest(entity: request.entity)) : splitAcrossStores(request)
        var wider = split.request
        wider.offset = 0
        wider.limit = nil
        if !evaluatesAll, !split.ordersInCore, split.residual == nil, let last = request.lastPosition {
            let pending = tables[request.entity.index].list.count
            wider.limit = last.addingReportingOverflow(pending).overflow ? nil : last + pending
        }
        return try objects(
            type, wider, residual: split.residual, coreOrder: split.ordersInCore, passing: malformed
        ).filter { $0.objectState.phase == .stored && $0.objectState.changes == nil }
    }

    /// The same condition, where a relationship that refers to one object is compared by its own columns: whether
    /// there is such an object is found out once.
    private func withOwnKeys(_ tree: ExpressionTree, of entity: Entity) throws -> ExpressionTree {
        switch tree {
        case .and: return .all(try tree.conjuncts.map { try withOwnKeys($0, of: entity) }) ?? tree
        case .refers(let path, let parts):
            guard path.count == 1, let relationship = entity.relationship(path[0]),
                let key = ObjectKey(parts),
                parts.map(ExpressionKind.init(of:))
                    == relationship.destination.keyTypes.map(ExpressionKind.value)
            else { return tree }
            let target = try anyObject(key, of: relationship.destination)
            if target.map({ $0.objectState.phase == .deleted }) ?? true { return .literal(.bool(false)) }
            return .holdsKey(path: path, keys: [key])
        default: return tree
        }
    }
}
