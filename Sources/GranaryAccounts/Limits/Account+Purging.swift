public import Granary

extension Account {
    // MARK: Purging

    /// Destroys the purgeable stores of the account, and opens them empty, while work in its stack waits.
    ///
    /// The shared stores, and those that are durable or in memory, stay as they are. An account that rests, or is signed
    /// out, stays closed, and its stores are empty when they are opened (``StoreStatus/isNew``).
    ///
    /// - Throws: ``GranaryError/Code/locked``, and nothing changes, while another process has one open, where the engine can
    ///   detect that; ``GranaryError/Code/timeout``, and nothing changes, if work does not end in the time allowed;
    ///   ``GranaryError/Code/configuration`` for a store that holds also what is not purgeable; errors of the stores.
    public func purge(running: RunningWork = .wait) async throws {
        try await stack.purge(running)
    }
}

extension PersistentStack {
    /// The purgeable stores of the account that the stack is of.
    var purgeableStores: [StoreConfiguration] {
        attachedStores.filter { $0.accountPlace != nil && $0.kind == .purgeable }
    }

    /// Empties the purgeable stores of the account that the stack is of.
    ///
    /// - Throws: as ``Account/purge(running:)``.
    nonisolated(nonsending) func purge(_ running: RunningWork) async throws {
        let names = purgeableStores.map(\.name)
        if !names.isEmpty { try await renewPersistentStores(names, running: running) }
    }
}
