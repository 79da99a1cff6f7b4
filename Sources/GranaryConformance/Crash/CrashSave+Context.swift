import Granary

extension CrashSave {
    /// Makes the changes in a context and saves them.
    func perform(in context: Context) throws {
        if opensAccounts {
            for id in 0..<CrashLedger.accounts {
                try context.insert(CrashAccount(id: id, label: "account \(id)", balance: 1_000))
            }
            return try context.save()
        }
        let accounts = try context.fetch(CrashAccount.all)
        let account = { (id: Int) in accounts.first { $0.id == id } }
        account(from)?.balance -= amount
        account(to)?.balance += amount
        for id in deleted {
            if let entry = try context.object(ObjectID<CrashEntry>(id)) { try context.delete(entry) }
        }
        for id in added {
            let entry = CrashEntry(id: id, amount: amount, text: String(repeating: "x", count: length))
            try context.insert(entry)
            entry.account = account(to)
        }
        if swapped.count == 2, let first = account(swapped[0]), let second = account(swapped[1]) {
            (first.label, second.label) = (second.label, first.label)
        }
        try context.save()
    }
}
