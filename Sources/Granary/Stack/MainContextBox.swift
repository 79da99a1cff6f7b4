internal import Synchronization

/// Holds the main actor's context.
@MainActor package final class MainContextBox {
    private var stored: Context?
    /// The context between the main one and the stores, if the strategy has one.
    private var root: Context?
    /// Whether a merge waits for the main actor; further notices are merged with it.
    private nonisolated let isMergeScheduled = Atomic<Bool>(false)

    nonisolated init() {}

    isolated deinit { stored?.close() }

    /// The main context, made at its first use.
    func context(_ keep: () throws -> StoreHold, _ route: @autoclosure () -> MainContextRoute) throws
        -> Context
    {
        if let stored {
            // The stack's stores may have changed since the last operation. While it is suspended, loaded objects can
            // still be used.
            do { try stored.followStores() } catch GranaryError.Code.suspended {}
            return stored
        }
        let context = try make(keep, route())
        stored = context
        return context
    }

    private func make(_ keep: () throws -> StoreHold, _ route: MainContextRoute) throws -> Context {
        var options = route.options
        options.readsNewest = route.readsNewest
        options.mergesChanges = route.followsOthers
        let inbox = route.followsOthers ? SaveInbox { [weak self] in self?.scheduleMerge() } : SaveInbox()
        if route.base == .stores {
            return Context(try keep(), options: options, inbox: inbox)
        }
        var rootOptions = options
        rootOptions.isRoot = true
        let root = Context(try keep(), options: rootOptions)
        self.root = root
        options.savesThroughParent = true
        return Context(options: options, inbox: inbox, parent: root)
    }

    private nonisolated func scheduleMerge() {
        if isMergeScheduled.exchange(true, ordering: .acquiringAndReleasing) { return }
        Task { @MainActor in merge() }
    }

    private func merge() {
        // First, so that a notice during the merge is not lost.
        isMergeScheduled.store(false, ordering: .releasing)
        stored?.mergeChangesUnattended()
    }

    /// Closes the context; the next use makes another.
    func close() {
        stored?.close()
        stored = nil
        root = nil
    }
}
