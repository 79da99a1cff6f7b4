extension PersistentStack {
    // MARK: Starting and stopping

    /// Opens every attached store, also those of a stack that rests; does nothing if they are open.
    ///
    /// Blocks while stores open.
    ///
    /// - Throws: errors of a store that cannot be opened: the stack is then stopped, no store stays open, files that
    ///   were created are removed, and stores that were migrated are restored; one that rested, rests on.
    ///   ``GranaryError/Code/closed`` after
    ///   ``close()``; ``GranaryError/Code/destroyed``.
    public func start() throws { try stores.start() }

    /// Opens every attached store, without blocking a thread of Swift's cooperative pool.
    ///
    /// Cancelling the task also ends a migration, and leaves the stores as they were.
    ///
    /// - Throws: as the blocking form, and ``GranaryError/Code/cancelled``.
    public nonisolated(nonsending) func start() async throws { try await change { try $0.start($1) } }

    /// Closes every store; the attached configurations stay for the next ``start()``.
    ///
    /// Refuses new work, and ends running work as `running` says. Does nothing if the stack is stopped.
    ///
    /// - Throws: ``GranaryError/Code/timeout`` if work does not end in the time allowed: the stack then stays started;
    ///   ``GranaryError/Code/invalidObject`` from inside of work; errors of a store, after all have been closed;
    ///   ``GranaryError/Code/destroyed``.
    public func stop(running: RunningWork = .wait) throws { try stores.stop(running) }

    /// Closes every store, without blocking a thread of Swift's cooperative pool.
    ///
    /// - Throws: as the blocking form, and ``GranaryError/Code/cancelled``.
    public nonisolated(nonsending) func stop(running: RunningWork = .wait) async throws {
        try await changeClosing { try $0.stop(running, $1) }
    }

    // MARK: Suspending

    /// Keeps new work from beginning until ``resume()``, and returns when running work has ended.
    ///
    /// Units of work wait. Operations of contexts that the program keeps throw ``GranaryError/Code/suspended``, since
    /// waiting would block the program's thread. Suspensions nest: each needs a ``resume()``. They outlast a stop, after
    /// which work is refused, and hold when the stack is started again.
    ///
    /// - Parameters:
    ///   - lettingReadsThrough: whether units of work that do not save (``ContextOptions/saves``) can begin, and
    ///     contexts that the program keeps can read.
    ///   - running: how running work ends.
    /// - Throws: ``GranaryError/Code/closed`` if the stack is not started; ``GranaryError/Code/destroyed``;
    ///   ``GranaryError/Code/timeout`` and ``GranaryError/Code/cancelled``: the stack is then not suspended.
    public nonisolated(nonsending) func suspend(
        lettingReadsThrough: Bool = false, running: RunningWork = .wait
    ) async throws {
        let state = state
        try await change { stores, cancellation in
            let suspension = try state.suspend(lettingReadsThrough: lettingReadsThrough)
            do {
                try stores.waitForUsers(running, cancellation)
            } catch {
                state.resume(suspension)
                throw error
            }
        }
    }

    /// Ends the last suspension; work continues when it was the only one.
    ///
    /// Does nothing if the stack is not suspended.
    public func resume() { state.resume() }

    // MARK: The end

    /// Closes the stack for good: takes no new work, waits for submitted units of work, ends the threads, and closes
    /// every store.
    ///
    /// Actions that have not begun fail with ``GranaryError/Code/closed``. The calling thread is not blocked. A closed
    /// stack can be closed again, and its stores can be destroyed; everything else throws ``GranaryError/Code/closed``.
    /// Closing a destroyed stack does nothing.
    ///
    /// - Throws: as ``stop(running:)``.
    public func close() async throws {
        try await stores.tenancy.whileAway { try await closeForGood() }
    }

    private nonisolated(nonsending) func closeForGood() async throws {
        state.enter(.closing)
        scheduler.close(state.isClosed)
        await closeMainContext()
        await pool.finish()
        state.enter(.closed)
        let stores = stores
        // Cancelling the task must not leave stores open.
        let pool = WorkerPool(size: 1, name: "granary-stack")
        defer { unattended.finish() }
        try await pool.run { try stores.closeForGood() }
    }

    /// Ends the stack and destroys every attached store with all its files.
    ///
    /// Later uses of the stack throw ``GranaryError/Code/destroyed``, and actions that have not begun fail with it.
    ///
    /// - Throws: as ``stop(running:)``, and errors of a store that cannot be destroyed: the stack is then stopped, and
    ///   the call can be repeated.
    public func destroy(running: RunningWork = .wait) async throws {
        try state.requireAlive()
        // Until it is certain that the stack ends, no action fails because of that.
        scheduler.pause()
        defer { scheduler.goOn() }
        try await changeClosing { try $0.destroyAll(running, isEnd: true, $1) }
        scheduler.close(state.isDestroyed)
        await closeMainContext()
        await pool.finish()
        unattended.finish()
    }

    private func closeMainContext() async {
        if let box = mainContextBox { await box.close() }
    }
}
