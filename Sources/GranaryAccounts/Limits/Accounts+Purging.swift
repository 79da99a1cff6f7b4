import FoundationEssentials
public import Granary

extension Accounts {
    // MARK: Purging

    /// Destroys the purgeable stores of accounts, one account after the other, until all together have no more than some
    /// bytes.
    ///
    /// It begins with the account unused longest, and ends with those that are in use and the current one. If the
    /// account is open, work in its stack waits during the purge, and its stores are open and empty afterwards; no other
    /// account is opened. An account that cannot be purged, such as one that another process has open, or whose work does
    /// not end in the time allowed, is passed over and named in the result. Shared stores are neither purged nor counted.
    ///
    /// Sizes are those that backends report (``InspectedStore/size``), on a server those of its tables; stores whose
    /// backend is no ``InspectableBackend`` count nothing. All stores are measured first, which takes about a millisecond
    /// for each file.
    ///
    /// - Parameters:
    ///   - bytes: how many bytes the purgeable stores of all accounts may have.
    ///   - running: how running work of an account ends.
    /// - Returns: what was done.
    /// - Throws: ``GranaryError/Code/cancelled``, between two accounts; errors of the shared store.
    @discardableResult
    public nonisolated(nonsending) func purge(
        above bytes: Int64, running: RunningWork = .wait
    ) async throws -> AccountsPurge {
        var entries: [AccountsPurge.Entry] = []
        var sizes: [String: Int64] = [:]
        let accounts = try await purgeableAccounts()
        for known in accounts {
            do { sizes[known.place] = try await purgeableBytes(at: known.place) } catch {
                entries.append(AccountsPurge.Entry(known.place, error))
            }
        }
        var size = sizes.values.reduce(0, +)
        for known in accounts where size > bytes {
            guard let before = sizes[known.place], before > 0 else { continue }
            if Task.isCancelled { throw Cancellation.error }
            do {
                try await purge(known, running)
                let after = try await purgeableBytes(at: known.place)
                size += after - before
                entries.append(AccountsPurge.Entry(known.place, freed: before - after))
            } catch {
                entries.append(AccountsPurge.Entry(known.place, error))
            }
        }
        return AccountsPurge(accounts: entries, size: size)
    }

    /// The known accounts, in the order in which they are purged.
    private nonisolated(nonsending) func purgeableAccounts() async throws -> [PurgeableAccount<Login>] {
        let records = try await sharedStack.perform { context in
            try context.fetch(AccountRecord.where { $0.isForgotten == false }).map(\.snapshot)
        }
        var accounts: [PurgeableAccount<Login>] = []
        for record in records {
            let account = await openAccount(of: record)
            accounts.append(
                PurgeableAccount(record, account, isCurrent: current.place == record.place, at: now()))
        }
        return accounts.sorted { $0.goesBefore($1) }
    }

    private nonisolated(nonsending) func openAccount(of record: AccountRecord.Snapshot) async -> Account<
        Login
    >? {
        if record.user == AccountRecord.nobody { return guest.place == record.place ? guest : nil }
        guard let id = try? AccountRecord.id(of: Login.User.self, record.user) else { return nil }
        return await openAccount(id)
    }

    private nonisolated(nonsending) func purge(
        _ known: PurgeableAccount<Login>, _ running: RunningWork
    ) async throws {
        if let account = known.account { return try await account.stack.purge(running) }
        // A stack that is not started opens nothing, and keeps others from opening what it destroys.
        let stack = try stacks.make(at: known.place)
        do { try await stack.purge(running) } catch {
            try? await stack.close()
            throw error
        }
        try await stack.close()
    }

    private nonisolated(nonsending) func purgeableBytes(at place: String) async throws -> Int64 {
        let stores = try stacks.stores.stores(at: place).filter { $0.kind == .purgeable }
        return try await StoreSizes(registry: sharedStack.registry).bytes(of: stores)
    }
}
