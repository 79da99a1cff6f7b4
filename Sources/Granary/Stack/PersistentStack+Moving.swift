extension PersistentStack {
    // MARK: Moving

    /// Moves the store of a configuration, with all its files, to another directory, while the stack runs.
    ///
    /// The names of its files stay. As ``moveStore(named:to:running:recording:)`` for a configuration that names
    /// another location.
    ///
    /// - Throws: as that, and ``GranaryError/Code/configuration`` for a store that is in no directory.
    public func moveStore(
        named name: String, to location: String, running: RunningWork = .wait,
        recording: ([StoreConfiguration]) throws -> Void = { _ in }
    ) throws {
        try stores.move(name, to: .directory(location), running, recording)
    }

    /// Moves the store of a configuration to the place of another configuration, while the stack runs.
    ///
    /// Running units of work end first, in the way that `running` says; new ones wait until the store is there, and
    /// until then operations of contexts that a program keeps throw ``GranaryError/Code/suspended``. The store is
    /// copied with everything that belongs to it, the copy is compared with it row by row, and then the old place is
    /// emptied. Objects that contexts hold are kept, with their unsaved changes. Configurations that share the store
    /// move together. A stopped stack can move a store too.
    ///
    /// Afterwards ``attachedStores`` names the new place. The program itself has to remember the new place for its next
    /// start: it records that place in `recording`, which is called when the store has arrived and the old place is not
    /// forgotten yet. If the process is killed before that, a start with the old configuration finds the store where it
    /// was, or throws ``GranaryError/Code/notFound`` with the name of the new place; it never makes an empty store
    /// instead. A start with the new configuration finds the store once it has been given up at the old place.
    ///
    /// - Parameters:
    ///   - name: The configuration whose store moves.
    ///   - configuration: The same configuration with another location, file or schema, as this type of store names
    ///     places; other options may differ too.
    ///   - running: How to treat running work.
    ///   - recording: Receives the configurations that share the store, with their new place. When it throws, the store
    ///     stays at the new place, and a start with the old configuration throws.
    /// - Throws: ``GranaryError/Code/notFound`` when no such configuration is attached;
    ///   ``GranaryError/Code/unsupported`` for a type of store that cannot be moved; ``GranaryError/Code/denied`` for
    ///   one that is read-only; ``GranaryError/Code/configuration`` for a place that is taken or cannot be one;
    ///   ``GranaryError/Code/locked`` while other processes use the store, where the backend can detect them;
    ///   ``GranaryError/Code/timeout`` and ``GranaryError/Code/cancelled``; ``GranaryError/Code/closed`` and
    ///   ``GranaryError/Code/destroyed``; any error from reaching the new place. Nothing has changed then, with two
    ///   exceptions: a failure after the store has left the old place, as of `recording`, leaves it at the new one; and
    ///   a stack whose store cannot be opened again, at either place, is stopped.
    public func moveStore(
        named name: String, to configuration: StoreConfiguration, running: RunningWork = .wait,
        recording: ([StoreConfiguration]) throws -> Void = { _ in }
    ) throws {
        try stores.move(name, to: .configuration(configuration), running, recording)
    }

    /// Moves the store of a configuration to another directory, without blocking a thread of Swift's own.
    ///
    /// - Throws: as the other form, and ``GranaryError/Code/cancelled``.
    public nonisolated(nonsending) func moveStore(
        named name: String, to location: String, running: RunningWork = .wait,
        recording: @escaping @Sendable ([StoreConfiguration]) throws -> Void = { _ in }
    ) async throws {
        try await move(name, to: .directory(location), running, recording)
    }

    /// Moves the store of a configuration to another place, without blocking a thread of Swift's own.
    ///
    /// - Throws: as the other form, and ``GranaryError/Code/cancelled``.
    public nonisolated(nonsending) func moveStore(
        named name: String, to configuration: StoreConfiguration, running: RunningWork = .wait,
        recording: @escaping @Sendable ([StoreConfiguration]) throws -> Void = { _ in }
    ) async throws {
        try await move(name, to: .configuration(configuration), running, recording)
    }

    private nonisolated(nonsending) func move(
        _ name: String, to destination: StoreDestination, _ running: RunningWork,
        _ recording: @escaping @Sendable ([StoreConfiguration]) throws -> Void
    ) async throws {
        try await changeClosing { try $0.move(name, to: destination, running, recording, $1) }
    }
}
