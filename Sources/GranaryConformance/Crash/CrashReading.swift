import Granary

/// Reads everything the crash promises keep, in two ways where there is an index.
struct CrashReading {
    private let context: Context

    init(_ context: Context) { self.context = context }

    /// The content of the store, as a ledger that follows from the same seed.
    ///
    /// - Throws: ``ConformanceFailure`` where an index and the rows do not agree.
    func ledger(like other: CrashLedger) throws -> CrashLedger {
        var (balances, labels): ([Int: Int], [Int: String]) = ([:], [:])
        var entries: [Int: CrashLedger.Entry] = [:]
        for account in try context.fetch(CrashAccount.all) {
            balances[account.id] = account.balance
            labels[account.id] = account.label
        }
        for entry in try context.fetch(CrashEntry.all) {
            entries[entry.id] = .init(
                amount: entry.amount, length: entry.text.utf8.count, account: entry.account?.id)
        }
        try checkIndexes(labels, entries)
        return CrashLedger(of: other, balances: balances, labels: labels, entries: entries)
    }

    private func checkIndexes(_ labels: [Int: String], _ entries: [Int: CrashLedger.Entry]) throws {
        for amount in 0..<50 {
            let found = try context.fetch(CrashEntry.where { $0.amount == amount }).map(\.id)
            let expected = entries.keys.filter { entries[$0]?.amount == amount }.sorted()
            try expectEqual(found, expected, "the index of amounts at \(amount)")
        }
        for (id, label) in labels {
            let found = try context.fetch(CrashAccount.where { $0.label == label }).map(\.id)
            try expectEqual(found, [id], "the unique index of labels at \(label)")
        }
        for id in labels.keys {
            let account = try context.object(ObjectID<CrashAccount>(id))
            let found = account.map { $0.entries.map(\.id).sorted() } ?? []
            let expected = entries.keys.filter { entries[$0]?.account == id }.sorted()
            try expectEqual(found, expected, "the index of the relationship of account \(id)")
        }
        try expectEqual(try context.count(CrashEntry.all), entries.count, "the number of entries")
    }
}
