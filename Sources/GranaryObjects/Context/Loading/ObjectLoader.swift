/// Loads objects of a context from their stores: by key, by relationship, in batches.
final class ObjectLoader: ObjectLoading {
    let graph: ObjectGraph
    let access: StoreAccess
    /// The context whose objects are loaded.
    unowned(unsafe) var context: Context?  // safe: its deinit empties this.

    init(_ graph: ObjectGraph) {
        self.graph = graph
        access = graph.access
    }

    deinit { graph.lookup.loader = nil }

    /// Fetches rows from their store and makes objects of them, one object per key.
    ///
    /// The core does the parts of the request that the store leaves. `residual` is a condition that the store does not
    /// get; with `coreOrder`, the core sorts. An unreadable row is an error, unless `malformed` collects it.
    func objects<M: Model>(
        _ type: M.Type, _ request: FetchRequest, residual: ExpressionTree? = nil, coreOrder: Bool = false,
        passing malformed: MalformedRows? = nil
    ) throws -> [M] {
        guard let malformed, request.predicate != nil || !request.sort.isEmpty else {
            return try answer(type, request, residual, coreOrder, malformed)
        }
        do {
            return try answer(type, request, residual, coreOrder, malformed)
        } catch let error as GranaryError where error.code == .malformed {
            // A value in an unreadable row has stopped the store's own conditions or order. The core goes row by row.
            malformed.forget()
            var plain = request
            plain.predicate = nil
            let conditions = [request.predicate, residual].compactMap { $0 }
            return try answer(
                type, plain, .all(conditions), coreOrder || !request.sort.isEmpty, malformed)
        }
    }

    private func answer<M: Model>(
        _ type: M.Type, _ request: FetchRequest, _ residual: ExpressionTree?, _ coreOrder: Bool,
        _ malformed: MalformedRows?
    ) throws -> [M] {
        access.countRequests()
        let original = request
        var request = request
        let leavesRange = residual != nil || coreOrder
        if leavesRange {
            // The store would count rows that the core excludes, or in another order than that of the core.
            request.offset = 0
            request.limit = nil
        }
        // The order leads into another store, which this one cannot read.
        if coreOrder { request.sort = [] }
        let answer = try access.fetch(request, passing: malformed)
        let left = [answer.remaining.contains(.predicate) ? request.predicate : nil, residual]
        var found = try materialize(
            type, answer.cursor, of: request.entity, where: left.compactMap { $0 }, passing: malformed)
        if coreOrder || answer.remaining.contains(.sort) {
            found = try graph.sorted(found, by: original.sort)
        }
        let rangeIsDone = !leavesRange && answer.remaining.isDisjoint(with: [.predicate, .sort, .range])
        return rangeIsDone ? found : original.range(of: found)
    }

    /// Fetches the rows of a plain request from their store and notes the objects made of them as members.
    func findMembers<M: Model>(_ type: M.Type, _ request: FetchRequest, noting members: FoundMembers) throws {
        access.countRequests()
        let answer = try access.session(of: request.entity).fetch(request)
        guard answer.remaining.isEmpty else {
            let found = try materialize(
                type, answer.cursor, of: request.entity, where: [], passing: nil)
            return M._note(try graph.sorted(found, by: request.sort), as: members)
        }
        defer { answer.cursor.close() }
        let batch = LoadBatch(link: graph.tables.link, entity: request.entity)
        let reader = ObjectReader(answer.cursor, graph.tables[request.entity.index], batch)
        do {
            access.countRows(try M._note(from: reader, as: members))
        } catch {
            throw reader.row.cursor.located(error, of: request.entity)
        }
    }

    /// Makes objects of the rows of a cursor that meet the conditions.
    ///
    /// The program must not notice which conditions a store leaves to the core, so excluded rows leave no object
    /// behind. A condition that follows relationships needs the objects first; those it excludes are released again.
    private func materialize<M: Model>(
        _ type: M.Type, _ cursor: any RowCursor, of entity: Entity, where conditions: [ExpressionTree],
        passing malformed: MalformedRows?
    ) throws -> [M] {
        defer { cursor.close() }
        let batch = LoadBatch(link: graph.tables.link, entity: entity)
        let table = graph.tables[entity.index]
        let reader = ObjectReader(cursor, table, batch)
        let far = conditions.filter { graph.followsRelationships($0, from: entity) }
        var found: [M] = []
        if far.count == conditions.count {
            if let malformed {
                found = try reader.readable(type, malformed)
            } else {
                do { found = try M._objects(from: reader) } catch {
                    throw cursor.located(error, of: entity)
                }
            }
        } else {
            let row = CursorRow(cursor, of: entity)
            let own = try conditions.filter { !graph.followsRelationships($0, from: entity) }
                .map { try graph.binder(entity).bindCondition($0) }
            while try cursor.advance(noting: malformed) {
                do {
                    guard try own.allSatisfy({ try $0.holds(row, in: NullRow.shared) }) else { continue }
                    found.append(try M._object(from: reader))
                } catch {
                    let error = cursor.located(error, of: entity)
                    guard let malformed else { throw error }
                    try malformed.collect(error)
                }
            }
        }
        access.countRows(found.count)
        if far.isEmpty { return found }
        for condition in far { found = try graph.filter(found, condition) }
        M._sweep(LoadedObjects(table), at: batch.slots)
        return found
    }
}

extension FetchRequest {
    /// Applies offset and limit.
    func range<T>(of found: [T]) -> [T] {
        if offset == 0, found.count <= limit ?? .max { return found }
        let rest = found.dropFirst(offset)
        return Array(limit.map { rest.prefix($0) } ?? rest)
    }
}
