extension ManagedContext {
    /// Hands the objects of a query to a closure one after the other, in constant memory, until it returns
    /// false.
    ///
    /// The objects are those of the snapshot at the start; changes the closure makes are kept for the next
    /// save, which throws inside the closure. With unsaved changes that matter to the query, all objects are
    /// fetched first.
    public func stream<M: Model>(_ query: Query<M>, _ body: (M) throws -> Bool) throws {
        _ = try observed(.stream, M.self, rows: { $0 }) {
            var count = 0
            try handOver(query) { object in
                count += 1
                return try body(object)
            }
            return count
        }
    }

    private func handOver<M: Model>(_ query: Query<M>, _ body: (M) throws -> Bool) throws {
        let request = try request(query)
        let split = try splitAcrossStores(request)
        guard !hasPendingChanges(touching: request), split.residual == nil, !split.ordersInCore else {
            for object in try answer(M.self, request) where try !body(object) { return }
            return
        }
        statistics.storeRequests += 1
        isStreaming = true
        defer { isStreaming = false }
        var streamed = split.request
        streamed.isStream = true
        let answer = try session(of: request.entity).fetch(streamed)
        defer { answer.cursor.close() }
        if !answer.remaining.isEmpty {
            for object in try self.answer(M.self, request) where try !body(object) { return }
            return
        }
        try stream(M.self, answer.cursor, registers[request.entity.index], body)
    }

    private func stream<M: Model>(
        _ type: M.Type, _ cursor: any RowCursor, _ register: EntityRegister, _ body: (M) throws -> Bool
    ) throws {
        var group = FetchGroup(link: link, entity: register.entity)
        defer { letGo(type, group, register) }
        while try cursor.advance() {
            let object = try M.object(from: ObjectReader(cursor, register, group))
            statistics.rowsFetched += 1
            if try !body(object) { return }
            if group.slots.count >= 512 {
                letGo(type, group, register)
                group = FetchGroup(link: link, entity: register.entity)
            }
        }
    }

    /// Lets go of a group's objects that the program neither keeps nor has changed.
    func letGo<M: Model>(_ type: M.Type, _ group: FetchGroup, _ register: EntityRegister) {
        M.sweep(LoadedObjects(register), at: group.slots)
    }
}
