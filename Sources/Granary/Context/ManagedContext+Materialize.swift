extension ManagedContext {
    /// Fetches rows from their store and makes objects of them, one object per key.
    ///
    /// What the store left undone is done here; `residual` is a condition the store was not asked,
    /// `coreOrder` says that the order has to be made here.
    package func objects<M: Model>(
        _ type: M.Type, _ request: FetchRequest, residual: ExpressionTree? = nil, coreOrder: Bool = false
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
        var found = try materialize(type, answer.cursor, of: request.entity)
        if answer.remaining.contains(.predicate), let predicate = request.predicate {
            found = try filter(found, predicate)
        }
        if let residual { found = try filter(found, residual) }
        if coreOrder || answer.remaining.contains(.sort) { found = try sorted(found, by: original.sort) }
        let rangeIsDone = !leavesRange && answer.remaining.isDisjoint(with: [.predicate, .sort, .range])
        return rangeIsDone ? found : Self.range(found, original)
    }

    /// Applies offset and limit.
    package static func range<T>(_ found: [T], _ request: FetchRequest) -> [T] {
        let rest = found.dropFirst(request.offset)
        return Array(request.limit.map { rest.prefix($0) } ?? rest)
    }

    /// Makes objects of every row of a cursor.
    package func materialize<M: Model>(_ type: M.Type, _ cursor: any RowCursor, of entity: Entity) throws
        -> [M]
    {
        defer { cursor.close() }
        let group = FetchGroup(link: link, entity: entity)
        let found = try M.objects(from: ObjectReader(cursor, registers[entity.index], group))
        statistics.rowsFetched += found.count
        return found
    }
}
