/// Writing what a query in the engine's own language computes.
extension BatchRunner {
    /// Sets attributes of the objects whose keys a native query gives, as ``Context/nativeWrite(_:to:setting:)`` describes.
    func nativeWrite<M: Model>(_ query: NativeQuery, _ type: M.Type, _ attributes: [ExpressionTree]) throws
        -> Int
    {
        try access.perform(.update, M.self, rows: { $0 }) { try writeRows(query, type, attributes) }
    }

    private func writeRows<M: Model>(
        _ query: NativeQuery, _ type: M.Type, _ attributes: [ExpressionTree]
    ) throws -> Int {
        guard try mayBeginBatch() else { return 0 }
        let entity = try access.coordinator.entity(of: type)
        let columns = try NativeColumns(attributes, entity)
        let observed = observation(type, entity)
        var count = 0
        _ = try commitBatch(entity, observed) {
            let wanted = try columns.rows(try queries.native(query, from: type, kinds: columns.kinds))
            var request = FetchRequest(entity: entity)
            request.selection = .keys(wanted.keys.sorted())
            var updates = BatchUpdates(entity, observed)
            count = 0
            // Without keys there is nothing to read.
            if wanted.isEmpty { return ChangeSet() }
            try queries.forEachRow(type, request, []) { row, _ in
                let key = try key(of: row, entity)
                guard let values = wanted[key] else { return }
                count += 1
                if try values.areStored(in: row) { return }
                try columns.requireReadable(values, in: row, type)
                try updates.add(row, key, changedBy: values, columns.properties)
            }
            return try updates.finish()
        }
        return count
    }
}
