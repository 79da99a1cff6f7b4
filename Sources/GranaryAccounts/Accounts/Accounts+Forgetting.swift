public import Granary

extension Accounts {
    /// Forgets an account: its stores with all that lies beside them, its record and its user.
    ///
    /// If it is current, the guest becomes that. It becomes unreachable first, then its stores are erased, then record and user are deleted in one commit. What a kill
    /// leaves half, the next ``open(_:configuration:backends:users:strategy:telemetry:)`` finishes. Running units of work
    /// of the account end as `running` says.
    ///
    /// - Throws: ``GranaryError/Code/notFound`` for a user without an account; ``GranaryError/Code/locked``, and nothing
    ///   changes, while another process has a store open, where the engine can tell; ``GranaryError/Code/timeout``, and
    ///   nothing changes, if work does not end in the time allowed; errors of a store that cannot be erased, and of the
    ///   user's delete rules: the account is unreachable then, and the call can be repeated.
    public nonisolated(nonsending) func forget(
        _ id: ObjectID<Login.User>, running: RunningWork = .wait
    ) async throws {
        let known = try await known(id)
        if !known.isForgotten {
            // Opening it takes the lock of an engine that has one. What cannot be opened otherwise is erased all the same.
            do { _ = try await account(id) } catch GranaryError.Code.locked {
                throw GranaryError(
                    .locked,
                    "Another process has a store of the account open, so it cannot be forgotten now; end that process, and repeat it.",
                    context: .init(entity: Login.User.modelDescription.name))
            } catch GranaryError.Code.closed {
                throw Self.closed
            } catch {}
            try await mark(known.place, isForgotten: true)
            do { try await close(id, running) } catch let error as GranaryError where error.code == .timeout {
                try await mark(known.place, isForgotten: false)
                throw error
            }
        }
        try await erase(known.place, known.user)
    }

    /// Finishes what was left half by a kill, or could not be erased; what cannot be now is reported.
    ///
    /// - Throws: errors of the shared store.
    func finishForgetting() async throws {
        let left = try await sharedStack.perform { context in
            try context.fetch(AccountRecord.where { $0.isForgotten == true }).map(\.snapshot)
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

    private func mark(_ place: String, isForgotten: Bool) async throws {
        try await sharedStack.perform { context in
            for record in try context.fetch(AccountRecord.where { $0.place == place }) {
                record.isForgotten = isForgotten
            }
            try context.save()
        }
    }

    private func erase(_ place: String, _ user: String) async throws {
        try await AccountErasure(try stacks.stores.stores(at: place), at: place, sharedStack.registry).run()
        do { try await services.secrets.remove(at: place) } catch { throw GranaryError.secrets(threw: error) }
        let id = try AccountRecord.id(of: Login.User.self, user)
        try await sharedStack.perform { context in
            if let user = try context.object(id) { try context.delete(user) }
            for record in try context.fetch(AccountRecord.where { $0.place == place }) {
                try context.delete(record)
            }
            try context.save()
        }
    }
}
