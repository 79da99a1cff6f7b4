/// Compares a copy with the store that it was made from: their descriptions, every row, every pair.
package struct StoreComparison {
    private let backend: any StoreBackend.Type
    private let isCancelled: () -> Bool

    /// How many rows are looked up at a time.
    private static let chunk = 500

    /// Makes a comparison of stores of one backend, which ends early once `isCancelled` says so.
    package init(backend: any StoreBackend.Type, isCancelled: @escaping () -> Bool) {
        self.backend = backend
        self.isCancelled = isCancelled
    }

    /// Throws if a copy differs from its store.
    ///
    /// - Throws: ``GranaryError/Code/corrupt`` for a copy that is not the same; ``GranaryError/Code/cancelled``.
    package func require(_ copy: StoreConfiguration, sameAs store: StoreConfiguration) throws {
        let backends = [Backend(backend)]
        let original = try StoredRecords(store, backends: backends)
        defer { original.close() }
        let copied = try StoredRecords(copy, backends: backends)
        defer { copied.close() }
        guard original.schema == copied.schema, original.identity == copied.identity else {
            throw difference("what it says of itself")
        }
        for entity in original.described.entities { try compare(entity, original, copied) }
        for table in original.described.links { try compare(table, original, copied) }
    }

    private func compare(_ entity: Entity, _ original: StoredRecords, _ copied: StoredRecords) throws {
        let (rows, others) = (try original.stream(entity.name), try copied.stream(entity.name))
        defer {
            rows.close()
            others.close()
        }
        var count = 0
        while true {
            let (row, other) = (try rows.next(), try others.next())
            guard row?.values == other?.values, row?.version == other?.version else {
                throw difference("the rows of \(entity.name)")
            }
            if row == nil { return }
            count += 1
            if count % Self.chunk == 0, isCancelled() { throw Cancellation.error }
        }
    }

    private func compare(_ table: LinkTable, _ original: StoredRecords, _ copied: StoredRecords) throws {
        let rows = try original.stream(table.firstEntity.name)
        defer { rows.close() }
        var keys: [ObjectKey] = []
        var isOver = false
        while !isOver {
            let key = try rows.next()?.key
            if let key { keys.append(key) } else { isOver = true }
            guard isOver ? !keys.isEmpty : keys.count == Self.chunk else { continue }
            if isCancelled() { throw Cancellation.error }
            let (pairs, others) = (
                try original.pairs(table, of: keys), try copied.pairs(table, of: keys)
            )
            guard pairs.elementsEqual(others, by: ==) else { throw difference("the pairs of \(table.name)") }
            keys = []
        }
    }

    private func difference(_ what: String) -> GranaryError {
        GranaryError(
            .corrupt,
            "The copy of the store at its new place differs in \(what); it was given up, and the store stays where it is. Check the disk there, and move the store again."
        )
    }
}
