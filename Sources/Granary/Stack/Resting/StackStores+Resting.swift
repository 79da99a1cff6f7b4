extension StackStores {
    // MARK: Uses

    /// Waits while the stack is suspended for reading or writing work; opens the stores of one that rests.
    ///
    /// - Throws: ``GranaryError/Code/closed`` or ``GranaryError/Code/destroyed`` if the stack takes no work;
    ///   ``GranaryError/Code/cancelled``; errors of a store that cannot be opened.
    nonisolated(nonsending) func admit(forWriting writing: Bool) async throws {
        while true {
            switch try state.admission(forWriting: writing) {
            case .begins: return
            case .waits(let version):
                await state.change(after: version)
                if Task.isCancelled { throw Cancellation.error }
            case .wakes: try await wakeUp()
            }
        }
    }

    /// Opens the stores if the stack rests, and waits for that, also while it is suspended.
    ///
    /// - Throws: as ``admit(forWriting:)``.
    nonisolated(nonsending) func awake() async throws {
        if state.isAtRest { try await admit(forWriting: false) }
    }

    /// Makes a hold for a context that the program keeps; blocks while the stores of a stack that rests open.
    ///
    /// - Throws: as ``StoreHolds/keep()``; errors of a store that cannot be opened.
    func keep() throws -> StoreHold {
        while true {
            do {
                return try state.holds.keep()
            } catch let error as GranaryError where error.code == .suspended {
                switch try state.admission(forWriting: false) {
                case .begins: continue
                case .wakes: try wake()
                case .waits: throw error
                }
            }
        }
    }

    // MARK: Waking

    /// Opens the stores of a stack that rests, once for all uses that come until they are open.
    private nonisolated(nonsending) func wakeUp() async throws {
        guard let (wakeUp, isNew) = state.joinWakeUp() else { return }
        if isNew { begin(wakeUp) }
        try await wakeUp.finished()
    }

    private func begin(_ wakeUp: WakeUp) {
        // Nobody's cancellation ends it, since others may wait for it.
        WorkerPool(size: 1, name: "granary-stack").begin(until: nil) {
            try self.wake()
        } then: { result in
            // In this order, so that nobody who learns of a failure meets it again.
            self.state.endWakeUp()
            wakeUp.end(with: result)
        }
    }

    /// Opens the stores if the stack rests.
    private func wake() throws {
        try change { open in
            // It may have been stopped, closed or opened since the wake-up began.
            if state.life == .resting { try openAll(&open, nil) }
        }
    }

    // MARK: Resting

    /// Has a stopped stack rest, without opening its stores.
    ///
    /// - Throws: ``GranaryError/Code/closed`` or ``GranaryError/Code/destroyed`` if the stack takes no work.
    func startAtRest() throws {
        try change { open in
            try state.requireAlive()
            guard state.life == .stopped else { return }
            let nothing = try openStores(keeping: { _ in false }, of: open)
            state.startAtRest(makeCoordinator(nothing))
        }
    }

    /// Sends the stack to rest if nobody has used it for some time.
    ///
    /// - Returns: how long to wait before another look; `nil` if there is nothing more to look for.
    nonisolated(nonsending) func restIfUnused(for time: Duration) async -> Duration? {
        switch state.life {
        case .stopped, .resting, .closing, .closed, .destroyed: return nil
        case .starting, .started, .stopping, .waking: break
        }
        let pause = rest.pause(before: time)
        if pause > .zero { return pause }
        do {
            if try await goToRest(unusedFor: time) { return nil }
        } catch {
            unattended.report(
                error, during: .closing, "A store of a stack that nobody uses could not be closed.")
        }
        return rest.nextPause(before: time)
    }

    /// Closes the stores of a started stack that nobody uses, or that nobody has used for some time, without blocking a
    /// thread of Swift's own; returns whether the stack rests.
    ///
    /// - Throws: errors of closing a store; the stack rests nevertheless.
    nonisolated(nonsending) func goToRest(unusedFor time: Duration? = nil) async throws -> Bool {
        let pool = WorkerPool(size: 1, name: "granary-stack")
        guard let tenant = tenancy.tenant else {
            return try await pool.run { try self.goToRest(unusedFor: time) }
        }
        guard state.life == .started, rest.isDue(after: time) else { return state.life == .resting }
        await tenant.leave()
        defer { tenant.mayReturn() }
        // What a tenant does in the end puts the rest off only while it lasts.
        return try await pool.run { try self.goToRest(unusedFor: nil) }
    }

    private func goToRest(unusedFor time: Duration?) throws -> Bool {
        try change { open in
            guard state.life == .started, rest.isDue(after: time) else { return }
            let persistent = Set(
                open.filter { $0.member.store.capabilities.contains(.persistent) }
                    .flatMap { $0.configurations.map(\.name) })
            let kept = try openStores(keeping: { !persistent.contains($0.name) }, of: open)
            // A use may have begun since.
            guard state.beginRest(if: { rest.isDue(after: time) }) else { return }
            open = kept.stores
            state.keep(makeCoordinator(kept))
            state.setStatus(.attached, for: state.configurations.filter { persistent.contains($0.name) })
            try closeAll(kept.obsolete)
        }
        return state.life == .resting
    }

    /// The open stores of some configurations, and as obsolete the others.
    func openStores(keeping isKept: (StoreConfiguration) -> Bool, of open: [OpenStore]) throws -> OpenedStores
    {
        let present = Set(open.flatMap { $0.configurations.map(\.name) })
        let kept = state.configurations.filter { present.contains($0.name) && isKept($0) }
        return try openStores(StorePlacement(kept, schema, registry), reusing: open, nil)
    }
}
