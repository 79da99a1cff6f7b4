extension StackStores {
    /// Moves the store of a configuration to another place, together with those that share it.
    func move(
        _ name: String, to destination: StoreDestination, _ running: RunningWork,
        _ record: ([StoreConfiguration]) throws -> Void, _ cancellation: Cancellation? = nil
    ) throws {
        try change { open in
            try state.requireAlive()
            try requireAttached([name], to: "moved")
            try requireOwned()
            let relocation = try StoreRelocation(
                of: name, to: destination, among: state.configurations, schema, registry)
            if try relocation.isDone { return }
            for store in open where store.configurations.contains(where: { $0.name == name }) {
                try store.member.requireWritable("moved")
            }
            let places = relocation.before + relocation.after
            try sharing.whileAlone(with: places, registry, "moved", cancellation) { claim in
                if state.life == .started {
                    try state.whileMoving(relocation.before) {
                        try move(relocation, &open, running, record, cancellation, claim)
                    }
                } else {
                    try claim()
                    try relocate(relocation, record, cancellation).get()
                }
            }
        }
    }

    /// Moves a store that is open, and opens it again, at the new place or else at the old one.
    private func move(
        _ relocation: StoreRelocation, _ open: inout [OpenStore], _ running: RunningWork,
        _ record: ([StoreConfiguration]) throws -> Void, _ cancellation: Cancellation?,
        _ whenUnused: () throws -> Void
    ) throws {
        let concerned = open.filter { !Set($0.configurations).isDisjoint(with: relocation.before) }
        try wait(forUsersOf: concerned, running, cancellation)
        try whenUnused()
        open.removeAll { store in concerned.contains { $0.member.store === store.member.store } }
        // The copying meets an error of closing again, if it matters.
        try? closeAll(concerned)
        let result = relocate(relocation, record, cancellation)
        do {
            try openAgain(&open, relocation.before.map(\.name), following: concerned)
        } catch {
            // The error of the move says more than the one of opening.
            try result.get()
            throw error
        }
        try result.get()
    }

    /// Moves a store that is not open, and attaches the configurations with its new place.
    private func relocate(
        _ relocation: StoreRelocation, _ record: ([StoreConfiguration]) throws -> Void,
        _ cancellation: Cancellation?
    ) -> Result<Void, any Error> {
        let outcome = relocation.run(isCancelled: { Self.isCancelled(cancellation) }, record: record)
        if outcome.hasLeft {
            state.attach(
                state.configurations.map { present in
                    relocation.after.first { $0.name == present.name } ?? present
                })
        }
        return outcome.failure.map { .failure($0) } ?? .success(())
    }

    /// Opens the attached stores that are not open, some configurations by name; when that fails, the stack is stopped.
    func openAgain(
        _ open: inout [OpenStore], _ names: [String], following closed: [OpenStore]
    ) throws {
        let wanted = state.configurations
        do {
            var opened = try openStores(
                StorePlacement(wanted, schema, registry), reusing: open, following: closed, nil)
            open = opened.stores
            offer(opened)
            opened.dropSafeguards()
            state.setStatus(.started, for: wanted)
        } catch {
            try? closeStores(.wait, &open, nil)
            if let error = error as? GranaryError {
                state.setStatus(.failed(error), for: wanted.filter { names.contains($0.name) })
            }
            throw error
        }
    }
}
