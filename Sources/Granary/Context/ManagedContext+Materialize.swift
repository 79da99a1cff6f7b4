extension ManagedContext {
    /// Fetches rows from their store and makes objects of them, one object per key.
    ///
    /// What the store left undone is done here; `residual` is a condition the store was not asked,
    /// `coreOrder` says that the order has to be made here. Rows that cannot be read are an error unless they are to be
    /// noted.
    package func objects<M: Model>(
        _ type: M.Type, _ request: FetchRequest, residual: ExpressionTree? = nil, coreOrder: Bool = false
    ) throws -> [M] {
        try objects(type, request, residual: residual, coreOrder: coreOrder, passing: nil)
    }

    /// The same, where rows that cannot be read may be noted and passed over.
    func objects<M: Model>(
        _ type: M.Type, _ request: FetchRequest, residual: ExpressionTree?, coreOrder: Bool,
        passing malformed: MalformedRows?
    ) throws -> [M] {
        statistics.storeRequests += 1
        let original = request
        var request = request
        let leavesRange = residual != nil || coreOrder
        if leavesRange {
            request.offset = 0
            request.limit = nil
        }
        if coreOrder { request.sort = [] }
        let answer = try session(of: request.entity).fetch(request)
        let left = [answer.remaining.contains(.predicate) ? request.predicate : nil, residual]
        var found = try materialize(
            type, answer.cursor, of: request.entity, where: left.compactMap { $0 }, passing: malformed)
        if coreOrder || answer.remaining.contains(.sort) { found = try sorted(found, by: original.sort) }
        let rangeIsDone = !leavesRange && answer.remaining.isDisjoint(with: [.predicate, .sort, .range])
        return rangeIsDone ? found : Self.range(found, original)
    }

    /// Fetches the rows of a plain request from their store and notes the objects made of them as members.
    func findMembers<M: Model>(_ type: M.Type, _ request: FetchRequest, noting members: FoundMembers) throws {
        statistics.storeRequests += 1
        let answer = try session(of: request.entity).fetch(request)
        guard answer.remaining.isEmpty else {
            let found = try materialize(
                type, answer.cursor, of: request.entity, where: [], passing: nil)
            return M.note(try sorted(found, by: request.sort), as: members)
        }
        defer { answer.cursor.close() }
        let batch = LoadBatch(link: link, entity: request.entity)
        let reader = ObjectReader(answer.cursor, tables[request.entity.index], batch)
        do {
            statistics.rowsFetched += try M.note(from: reader, as: members)
        } catch {
            throw reader.row.cursor.located(error, type, request.entity)
        }
    }

    /// Applies offset and limit.
    package static func range<T>(_ found: [T], _ request: FetchRequest) -> [T] {
        if request.offset == 0, found.count <= request.limit ?? .max { return found }
        let rest = found.dropFirst(request.offset)
        return Array(request.limit.map { rest.prefix($0) } ?? rest)
    }

    /// Makes objects of the rows of a cursor for which conditions hold.
    ///
    /// Which conditions a store leaves to the core must not be noticed: rows that are passed over leave no object
    /// behind. Where a condition follows relationships, their objects are made first and let go of again.
    private func materialize<M: Model>(
        _ type: M.Type, _ cursor: any RowCursor, of entity: Entity, where conditions: [ExpressionTree],
        passing malformed: MalformedRows?
    ) throws -> [M] {
        defer { cursor.close() }
        let batch = LoadBatch(link: link, entity: entity)
        let table = tables[entity.index]
        let reader = ObjectReader(cursor, table, batch)
        let far = conditions.filter { followsRelationships($0, from: entity) }
        var found: [M] = []
        if far.count == conditions.count {
            if let malformed {
                found = try reader.readable(type, malformed)
            } else {
                do { found = try M.objects(from: reader) } catch { throw cursor.located(error, type, entity) }
            }
        } else {
            let row = CursorRow(cursor, of: entity)
            let own = try conditions.filter { !followsRelationships($0, from: entity) }
                .map { try binder(entity).bindCondition($0) }
            while try cursor.advance() {
                do {
                    guard try own.allSatisfy({ try $0.holds(row, in: NullRow.shared) }) else { continue }
                    found.append(try M.object(from: reader))
                } catch {
                    let error = cursor.located(error, type, entity)
                    guard let malformed else { throw error }
                    try malformed.note(error)
                }
            }
        }
        statistics.rowsFetched += found.count
        if far.isEmpty { return found }
        for condition in far { found = try filter(found, condition) }
        sweep(type, batch, table)
        return found
    }
}
