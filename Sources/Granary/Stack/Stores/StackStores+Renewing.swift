extension StackStores {
    /// Destroys the stores of some configurations, and opens them again, empty, while all work waits; those of a stack that
    /// is stopped or rests stay closed.
    ///
    /// - Throws: ``GranaryError/Code/notFound``; ``GranaryError/Code/locked`` where another stack or process has one open;
    ///   ``GranaryError/Code/timeout``; errors of destroying: the stores are then open as they are.
    func renew(_ names: [String], _ running: RunningWork, _ cancellation: Cancellation? = nil) throws {
        try change { open in
            try state.requireAlive()
            try requireAttached(names, to: "emptied")
            try requireOwned()
            let doomed = state.configurations.filter { names.contains($0.name) }
            try StorePlacement(state.configurations, schema, registry).requireApart(doomed)
            // One that stays open at rest cannot be replaced there.
            let isOpen = open.contains { !Set($0.configurations).isDisjoint(with: doomed) }
            if state.isAtRest, isOpen { try openAll(&open, cancellation) }
            try sharing.whileAlone(with: doomed, registry, "emptied", cancellation) { claim in
                if state.life == .started {
                    try state.whileMoving(doomed) { try renew(doomed, &open, running, cancellation, claim) }
                } else {
                    try claim()
                    try destroy(doomed)
                    state.setStatus(.attached, for: doomed)
                }
            }
        }
    }

    private func renew(
        _ doomed: [StoreConfiguration], _ open: inout [OpenStore], _ running: RunningWork,
        _ cancellation: Cancellation?, _ whenUnused: () throws -> Void
    ) throws {
        let concerned = open.filter { !Set($0.configurations).isDisjoint(with: doomed) }
        try wait(forUsersOf: concerned, running, cancellation)
        try whenUnused()
        open.removeAll { store in concerned.contains { $0.member.store === store.member.store } }
        // The destroying meets an error of closing again, if it matters.
        try? closeAll(concerned)
        let result = Result { try destroy(doomed) }
        do {
            // They follow none: what contexts and live queries have of the former ones is gone.
            try openAgain(&open, doomed.map(\.name), following: [])
        } catch {
            try result.get()
            throw error
        }
        try postWhole(Set(doomed.map(\.name)))
        try result.get()
    }

    /// Makes contexts reload their objects of some configurations.
    private func postWhole(_ names: Set<String>) throws {
        let coordinator = try state.coordinator()
        let concerned = schema.entities.filter { names.contains($0.configuration) }
        coordinator.broadcaster.postToContexts(
            SaveNotice(parts: concerned.map { SaveNotice.Part(whole: $0.index) }, in: coordinator.presences))
    }
}
