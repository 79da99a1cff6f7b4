extension ManagedContext {
    /// Binds expressions to an entity of this context's schema.
    package func binder(_ entity: Entity) -> ExpressionBinder {
        let schema = schema
        return ExpressionBinder(entity) { schema.entity($0) }
    }

    /// Whether an expression leads from a row to others.
    func followsRelationships(_ tree: ExpressionTree, from entity: Entity) -> Bool {
        var follows = false
        tree.forEachPath(from: entity, in: schema) { path, _ in if !path.isEmpty { follows = true } }
        return follows
    }

    /// The objects for which a condition holds, by the reference evaluator.
    package func filter<M: Model>(_ objects: [M], _ predicate: ExpressionTree) throws -> [M] {
        let entity = try coordinator.entity(of: M.self)
        let bound = try binder(entity).bindCondition(predicate)
        let source = ObjectSource(self)
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
        registers[request.entity.index].hasChanges || hasPendingChanges(along: request)
    }

    /// Whether unsaved changes of other entities, or of other objects of the same one, may matter to a
    /// request.
    private func hasPendingChanges(along request: FetchRequest) -> Bool {
        var isTouched = false
        for tree in [request.predicate].compactMap({ $0 }) + request.sort.map(\.expression) where !isTouched {
            tree.forEachPath(from: request.entity, in: schema) { path, start in
                var current = start
                for name in path {
                    guard let relationship = current.relationship(name),
                        let next = schema.entity(relationship.destination)
                    else { return }
                    if registers[next.index].hasChanges || !pendingLinks.isEmpty && relationship.isToMany {
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
        _ type: M.Type, _ split: CrossStoreSplit, of request: FetchRequest,
        passing malformed: MalformedRows? = nil
    ) throws -> [M] {
        let register = registers[request.entity.index]
        let evaluatesAll = hasPendingChanges(along: request)
        let pending = register.touched.filter { $0.objectState.isPending }
        var stored = try unchanged(
            type, split, request, evaluatesAll: evaluatesAll, pending: pending.count, passing: malformed)
        if evaluatesAll, let predicate = request.predicate { stored = try filter(stored, predicate) }
        var changed = pending.filter { $0.objectState.phase != .deleted }.compactMap { $0 as? M }
        if let predicate = request.predicate { changed = try filter(changed, predicate) }
        return Self.range(try sorted(stored + changed, by: request.sort), request)
    }

    /// The stored, unchanged objects of a request; all of the entity when the condition has to be evaluated
    /// here.
    private func unchanged<M: Model>(
        _ type: M.Type, _ split: CrossStoreSplit, _ request: FetchRequest, evaluatesAll: Bool, pending: Int,
        passing malformed: MalformedRows?
    ) throws -> [M] {
        var wider = evaluatesAll ? FetchRequest(entity: request.entity) : split.request
        wider.offset = 0
        wider.limit = nil
        if !evaluatesAll, !split.ordersInCore, split.residual == nil, let last = request.lastPosition {
            wider.limit = last.addingReportingOverflow(pending).overflow ? nil : last + pending
        }
        let residual = evaluatesAll ? nil : split.residual
        let coreOrder = !evaluatesAll && split.ordersInCore
        return try objects(type, wider, residual: residual, coreOrder: coreOrder, passing: malformed)
            .filter { $0.objectState.phase == .stored && $0.objectState.changes == nil }
    }
}
