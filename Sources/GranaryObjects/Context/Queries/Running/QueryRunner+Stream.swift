extension QueryRunner {
    /// Passes the objects of a query to a closure, as ``Context/stream(_:_:)`` describes.
    func stream<M: Model>(_ query: Query<M>, _ body: (M) throws -> Bool) throws {
        if query.skipsUnreadable { return try stream(query, skippingUnreadable: { _ in }, body) }
        try stream(query, passing: nil, { throw $0 }, body)
    }

    /// Passes the objects of a query to a closure, except those whose rows cannot be read.
    func stream<M: Model>(
        _ query: Query<M>, skippingUnreadable report: (GranaryError) throws -> Void,
        _ body: (M) throws -> Bool
    ) throws {
        try stream(query, passing: MalformedRows(), report, body)
    }

    private func stream<M: Model>(
        _ query: Query<M>, passing malformed: MalformedRows?, _ report: (GranaryError) throws -> Void,
        _ body: (M) throws -> Bool
    ) throws {
        _ = try access.perform(.stream, M.self, rows: { $0 }) {
            var count = 0
            try handOver(query, passing: malformed, report) { object in
                count += 1
                return try access.unmeasured { try body(object) }
            }
            return count
        }
    }

    private func handOver<M: Model>(
        _ query: Query<M>, passing malformed: MalformedRows?, _ report: (GranaryError) throws -> Void,
        _ body: (M) throws -> Bool
    ) throws {
        let request = try checkedRequest(for: query)
        let split = try splitAcrossStores(request)
        if try !hasPendingChanges(touching: request), split.residual == nil, !split.ordersInCore {
            var streamed = split.request
            streamed.isStream = true
            let isDone = try access.streaming {
                try handOverRows(M.self, streamed, passing: malformed, report, body)
            }
            if isDone { return }
        }
        let found = try answer(M.self, request, passing: malformed)
        if let malformed { try handOver(malformed, report) }
        try handOver(found, body)
    }

    /// Passes objects to a closure, except those that the closure has deleted in an earlier call.
    private func handOver<M: Model>(_ objects: [M], _ body: (M) throws -> Bool) throws {
        let start = graph.tables.link
        for object in objects {
            // A reset detaches all objects without deleting them.
            if !object._objectState.isIdentified, graph.tables.link === start { continue }
            if try !body(object) { return }
        }
    }

    /// Passes the objects of one request to a closure, row by row; false if all rows must be collected first.
    private func handOverRows<M: Model>(
        _ type: M.Type, _ request: FetchRequest, passing malformed: MalformedRows?,
        _ report: (GranaryError) throws -> Void, _ body: (M) throws -> Bool
    ) throws -> Bool {
        access.countRequests()
        let answer = try access.fetch(request, passing: malformed)
        defer { answer.cursor.close() }
        guard let rest = try RemainingRequest(answer, of: request, in: graph) else { return false }
        try stream(
            type, answer.cursor, graph.tables[request.entity.index], rest, passing: malformed, report, body)
        return true
    }

    private func stream<M: Model>(
        _ type: M.Type, _ cursor: any RowCursor, _ table: ObjectTable, _ rest: RemainingRequest,
        passing malformed: MalformedRows?, _ report: (GranaryError) throws -> Void, _ body: (M) throws -> Bool
    ) throws {
        var rest = rest
        let row = CursorRow(cursor, of: table.entity)
        var batch = LoadBatch(link: graph.tables.link, entity: table.entity)
        defer { if batch.link === graph.tables.link { M._sweep(LoadedObjects(table), at: batch.slots) } }
        while !rest.isComplete {
            let isRow = try cursor.advance(noting: malformed)
            if let malformed { try handOver(malformed, report) }
            guard isRow else { return }
            let object: M
            do {
                guard try rest.takes(row) else { continue }
                object = try M._object(from: ObjectReader(cursor, table, batch))
            } catch {
                let error = cursor.located(error, of: table.entity)
                guard let malformed else { throw error }
                try malformed.collect(error)
                try handOver(malformed, report)
                continue
            }
            access.countRows()
            // The closure may have deleted the object.
            if object._objectState.phase == .deleted { continue }
            if try !body(object) { return }
            if batch.link !== graph.tables.link {
                // The context was reset, which detached the earlier objects.
                batch = LoadBatch(link: graph.tables.link, entity: table.entity)
            } else if batch.slots.count >= 512 {
                // Objects that only the context holds are released, so a stream takes the same memory however long it
                // is.
                M._sweep(LoadedObjects(table), at: batch.slots)
                batch = LoadBatch(link: graph.tables.link, entity: table.entity)
            }
        }
    }
}
