extension KeyValueEngine {
    /// Removes every entry of a range, in batches of limited size; the last one decides whether all of it is durable.
    ///
    /// A process that dies in between leaves a part of the entries.
    func removeEntries(in range: KeyRange, durably: Bool) throws {
        let view = try ReadView(self)
        defer { view.end() }
        let entries = EntryScan(view, [range])
        var (batch, count) = (try makeBatch(), 0)
        while try entries.next() {
            batch.delete(entries.key)
            count += 1
            if count % StoreRepair.batchSize == 0 {
                try batch.commit(durably: false)
                batch = try makeBatch()
            }
        }
        try batch.commit(durably: durably)
    }
}
