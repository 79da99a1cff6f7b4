extension KeyValueEngine {
    /// Removes every entry of a range, in durable batches of limited size.
    ///
    /// If the process ends in between, a part of the entries is left.
    func removeEntries(in range: KeyRange) throws {
        let view = try ReadView(self)
        defer { view.end() }
        let entries = EntryScan(view, [range])
        var (batch, count) = (try makeBatch(), 0)
        while try entries.next() {
            batch.delete(entries.key)
            count += 1
            if count % StoreRepair.batchSize == 0 {
                try batch.commit(durably: true)
                batch = try makeBatch()
            }
        }
        try batch.commit(durably: true)
    }
}
