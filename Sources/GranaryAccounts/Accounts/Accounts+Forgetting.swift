public import Granary

extension Accounts {
    /// Forgets an account: its stores with everything that lies next to them, its record and its user.
    ///
    /// If it is current, the guest becomes that. It becomes unreachable first, then its stores are erased, then record and
    /// user are deleted in one commit. What a kill leaves half, the next
    /// ``open(_:configuration:backends:users:limit:cacheLimit:strategy:telemetry:modules:)`` finishes. Running units of
    /// work of the account end as `running` says.
    ///
    /// - Throws: ``GranaryError/Code/notFound`` for a user without an account; ``GranaryError/Code/locked``, and nothing
    ///   changes, while another process has a store open, where the engine can detect that; ``GranaryError/Code/timeout``
    ///   or ``GranaryError/Code/cancelled``, and nothing changes, if work does not end in the time allowed; errors of a
    ///   store that cannot be erased, and of the user's delete rules: the account is unreachable then, and the call can be
    ///   repeated.
    public nonisolated(nonsending) func forget(
        _ id: ObjectID<Login.User>, running: RunningWork = .wait
    ) async throws {
        // One call for an account at a time, since the first may still wait for its work.
        while !forgetting.change({ $0.insert(id).inserted }) {
            await forgetting.wait { $0.contains(id) }
            if Task.isCancelled { throw Cancellation.error }
        }
        defer { forgetting.change { _ = $0.remove(id) } }
        let known = try await known(id)
        if !known.isForgotten { try await makeUnreachable(id, known.place, running) }
        // What an earlier call has left open is closed by this one.
        do { try await close(id, running) } catch {
            if !known.isForgotten { try await mark(known.place, isForgotten: false) }
            throw error
        }
        try await erase(known.place, known.user)
    }

    /// Ends the use of an account, then marks it.
    private nonisolated(nonsending) func makeUnreachable(
        _ id: ObjectID<Login.User>, _ place: String, _ running: RunningWork
    ) async throws {
        var opened: Account<Login>?
        // Opening it takes the lock of an engine that has one. What cannot be opened otherwise is erased all the same. Nobody
        // waits for its modules, and the server is not asked for what was restored.
        do {
            let account = try await self.opened(id)
            try await awake(account)
            opened = account
        } catch GranaryError.Code.locked {
            throw GranaryError(
                .locked,
                "Another process has a store of the account open, so it cannot be forgotten now; end that process, and repeat it.",
                context: .init(entity: Login.User.modelDescription.name))
        } catch GranaryError.Code.closed {
            // Another process forgets it at the same time, or the accounts are closed.
            if try await self.known(id).isForgotten { return }
            throw Self.closed
        } catch {}
        if Task.isCancelled { throw Cancellation.error }
        // Before it is marked: another process that starts erases what is, and work may yet keep the account.
        if let opened { try await stop(opened, running) }
        services.reach(.beforeMarking)
        do {
            try await erasure(at: place)?.requireUnused()
            try await mark(place, isForgotten: true)
        } catch {
            try? await opened?.stack.start()
            throw error
        }
        services.reach(.marked)
    }

    /// Finishes what was left half by a kill, or could not be erased; what cannot be now is reported.
    ///
    /// - Throws: errors of the shared store.
    func finishForgetting() async throws {
        let nobody = AccountRecord.nobody
        let left = try await sharedStack.perform { context in
            // Nobody forgets the guest, whose place is in use already.
            try context.fetch(AccountRecord.where { $0.isForgotten == true && $0.user != nobody })
                .map(\.snapshot)
        }
        for record in left {
            do { try await erase(record.place, record.user) } catch {
                sharedStack.unattended.report(
                    error, during: .forgetting,
                    "An account that is forgotten could not be erased; that is tried again at the next start."
                )
            }
        }
    }

    /// Marks an account as forgotten, or not; what has begun is finished, also when the task is cancelled.
    private func mark(_ place: String, isForgotten: Bool) async throws {
        let marking = Task {
            try await self.sharedStack.perform(.ofRecords) { context in
                for record in try context.fetch(AccountRecord.where { $0.place == place }) {
                    record.isForgotten = isForgotten
                }
                try context.save()
            }
        }
        try await marking.value
    }

    private func erase(_ place: String, _ user: String) async throws {
        try await erasure(at: place)?.run()
        services.reach(.storesErased)
        try await services.removeSecret(at: place)
        services.reach(.secretRemoved)
        let id = self.user(user)
        try await sharedStack.perform(.ofRecords) { context in
            if let id, let user = try context.object(id) { try context.delete(user) }
            for record in try context.fetch(AccountRecord.where { $0.place == place }) {
                try context.delete(record)
            }
            try context.save()
        }
        services.reach(.forgotten)
    }

    /// What erases the stores at a place; `nil` for what was changed by hand to no name of one, which has none.
    private func erasure(at place: String) throws -> AccountErasure? {
        guard AccountPlace.isName(place) else { return nil }
        return AccountErasure(try stacks.stores.stores(at: place), at: place, sharedStack.registry)
    }

    /// The user of a record that is forgotten; a text that names none is reported, and keeps nothing.
    private func user(_ text: String) -> ObjectID<Login.User>? {
        do { return try AccountRecord.id(of: Login.User.self, text) } catch {
            sharedStack.unattended.report(
                error, during: .forgetting,
                "The record of a forgotten account names no user; its stores and the record were erased, and no user."
            )
            return nil
        }
    }
}
