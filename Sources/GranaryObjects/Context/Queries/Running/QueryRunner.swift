/// Answers queries from the stores and the unsaved changes of a context.
struct QueryRunner {
    let graph: ObjectGraph
    let loader: ObjectLoader
    let access: StoreAccess
    let merger: ChangeMerger

    init(_ merger: ChangeMerger) {
        self.merger = merger
        graph = merger.graph
        loader = merger.loader
        access = merger.access
    }

    /// The existing objects with some keys, in the order of the keys.
    ///
    /// Loaded objects come from this context, the others in one request from their store.
    ///
    /// Complexity: O(keys).
    func objects<M: Model>(_ type: M.Type, with keys: [ObjectKey]) throws -> [M] {
        try access.perform(.fetch, type, rows: { $0.count }) {
            let table = try graph.lookup.table(of: type)
            try merger.beginReading()
            var request = FetchRequest(entity: table.entity)
            let wanted = keys.filter { table.map.place(of: $0.bits) == nil && !table.isAbsent($0.bits) }
            request.selection = .keys(wanted)
            let found = wanted.isEmpty ? [] : try loader.objects(type, request)
            return withExtendedLifetime(found) {
                keys.compactMap { key in
                    table.object(key.bits, as: type).flatMap { graph.lookup.undeleted($0, as: type) }
                }
            }
        }
    }
}
