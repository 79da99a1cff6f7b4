extension PersistentStack {
    // MARK: Starting and stopping

    /// Opens every attached store; nothing happens when the stack is started.
    ///
    /// Blocks while stores open.
    ///
    /// - Throws: what opening a store throws; the stack is stopped then, nothing stays half-open, and stores that were
    ///   made are removed again. ``GranaryError/Code/closed`` after ``close()``; ``GranaryError/Code/destroyed``.
    public func start() throws { try stores.start() }

    /// Opens every attached store, without blocking a thread of Swift's own.
    ///
    /// - Throws: as the other form, and ``GranaryError/Code/cancelled``.
    public nonisolated(nonsending) func start() async throws { try await change { try $0.start($1) } }

    /// Closes every store; the attached configurations stay for the next ``start()``.
    ///
    /// New work is refused. Work that runs ends first, in the way that `running` says. Nothing happens when the stack is
    /// stopped.
    ///
    /// - Throws: ``GranaryError/Code/timeout`` when work does not end in the time allowed: the stack stays started then;
    ///   ``GranaryError/Code/invalidObject`` from inside of work; what closing a store throws, after all have been
    ///   closed.
    public func stop(running: RunningWork = .wait) throws { try stores.stop(running) }

    /// Closes every store, without blocking a thread of Swift's own.
    ///
    /// - Throws: as the other form, and ``GranaryError/Code/cancelled``.
    public nonisolated(nonsending) func stop(running: RunningWork = .wait) async throws {
        try await change { try $0.stop(running, $1) }
    }

    // MARK: Suspending

    /// Keeps new work from beginning until ``resume()``, and returns when the work that runs has ended.
    ///
    /// Units of work wait; operations of contexts that a program keeps throw ``GranaryError/Code/suspended``, since they
    /// would block its thread. A stack that was suspended several times has to be resumed as often.
    ///
    /// - Parameters:
    ///   - lettingReadsThrough: whether units of work that do not save (``ContextOptions/saves``) begin, and contexts
    ///     that a program keeps read.
    ///   - running: what becomes of work that runs.
    /// - Throws: ``GranaryError/Code/closed`` when the stack is not started; ``GranaryError/Code/destroyed``;
    ///   ``GranaryError/Code/timeout`` and ``GranaryError/Code/cancelled``: the stack is not suspended then.
    public nonisolated(nonsending) func suspend(
        lettingReadsThrough: Bool = false, running: RunningWork = .wait
    ) async throws {
        let state = state
        try await change { stores, cancellation in
            try state.suspend(lettingReadsThrough: lettingReadsThrough)
            do {
                try stores.waitForUsers(running, cancellation)
            } catch {
                state.resume()
                throw error
            }
        }
    }

    /// Ends the last suspension; when it was the only one, work goes on.
    ///
    /// Nothing happens without one.
    public func resume() { state.resume() }

    // MARK: The end

    /// Takes no more work, waits for the units of work that were submitted, ends the threads, and closes
    /// every store; for good.
    ///
    /// The calling thread is not blocked. A closed stack can be closed again, and its stores can be
    /// destroyed; everything else throws ``GranaryError/Code/closed``.
    ///
    /// - Throws: as ``stop(running:)``.
    public func close() async throws {
        state.enter(.closing)
        await closeMainContext()
        await pool.finish()
        state.enter(.closed)
        let stores = stores
        // Cancelling the task must not leave stores open.
        let pool = WorkerPool(size: 1, name: "granary-stack")
        try await pool.run { try stores.stop(.wait) }
    }

    /// Ends the stack and destroys every attached store with all its files.
    ///
    /// Whoever uses the stack afterwards gets ``GranaryError/Code/destroyed``.
    ///
    /// - Throws: as ``stop(running:)``, and what destroying a store throws: the stack is stopped then, and the call can be
    ///   repeated.
    public func destroy(running: RunningWork = .wait) async throws {
        try state.requireAlive()
        let state = state
        try await change { stores, cancellation in
            try stores.destroyAll(running, cancellation)
            state.enter(.destroyed)
        }
        await closeMainContext()
        await pool.finish()
    }

    private func closeMainContext() async {
        if let box = mainContextBox { await box.close() }
    }
}
