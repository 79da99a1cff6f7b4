/// Every save of a model's objects, with the values before and after.
///
/// It begins with the first save that ends after the call of ``PersistentStack/changes(of:)``, and ends with the store
/// that is open then: a store that takes its place, or the same store when it is opened again, needs a new call. Saves
/// are reported in the order of their commits from stores with ``Capabilities/orderedSaves``. Nothing waits for the
/// reader: a reader that leaves more than 10,000 rows unread learns only that any row may have changed. The sequence is
/// for one reader; several share its elements.
public struct SavedChanges<M: Model>: AsyncSequence, Sendable {
    let workers: StackWorkers
    let entity: Result<Entity, any Error>
    let mailbox: ChangeMailbox<M>?

    /// Makes an iterator, which continues where others have ended.
    public func makeAsyncIterator() -> Iterator { Iterator(changes: self) }

    /// Reads the observed store in a context for reading, and returns the result with the number of the newest save in
    /// it.
    ///
    /// So a reader that learns that any row may have changed (``SavedChange/isWhole``) begins again with its rows: it
    /// leaves out later changes whose ``SavedChange/number`` is not larger, since the rows it read include them. The
    /// number is `nil` where saves have no order (``Capabilities/orderedSaves``).
    ///
    /// - Throws: ``GranaryError/Code/closed`` once the store is detached or the stack closed or stopped; any error of a
    ///   unit of work.
    public nonisolated(nonsending) func read<R: Sendable>(
        _ body: @escaping @Sendable (Context) throws -> R
    ) async throws -> (found: R, number: Int64?) {
        let (entity, mailbox, observer) = (try entity.get(), mailbox, workers.observer)
        let trace = observer?.callerContext
        var options = ContextOptions()
        options.saves = .refuse
        return try await workers.run(forWriting: false) { [options] hold, cancellation in
            try UnitOfWork.run(hold, options, cancellation, observer, trace) { context in
                try mailbox?.requireSame(try context.coordinator.presence(ofStoreOf: entity))
                let found = try body(context)
                return (found, try context.access.newestSave(of: entity))
            }
        }
    }

    /// Waits for one save after the other.
    public struct Iterator: AsyncIteratorProtocol {
        let changes: SavedChanges
        private var isOver = false

        init(changes: SavedChanges) { self.changes = changes }

        /// Returns the next save that was not read yet; `nil` once the task is cancelled.
        ///
        /// - Throws: ``GranaryError/Code/closed`` once the model's store is detached or the stack is closed or stopped,
        ///   even if a store is open again, and ``GranaryError/Code/destroyed``, after all saves before;
        ///   ``GranaryError/Code/schema`` for a model that is not in the stack's schema. After an error it returns
        ///   `nil`.
        public mutating func next(isolation actor: isolated (any Actor)? = #isolation) async throws
            -> SavedChange<M>?
        {
            if isOver { return nil }
            do {
                let entity = try changes.entity.get()
                do {
                    try await changes.workers.stores.awake()
                } catch GranaryError.Code.cancelled where Task.isCancelled {
                    return nil
                }
                while let mailbox = changes.mailbox, !Task.isCancelled {
                    // In this order, so that no save and no detachment falls between the checks.
                    let version = mailbox.version
                    let isOpen = Result {
                        try mailbox.requireSame(
                            try changes.workers.state.coordinator().presence(ofStoreOf: entity))
                    }
                    if let change = mailbox.removeNext() { return change }
                    try isOpen.get()
                    await mailbox.wait(after: version)
                }
                return nil
            } catch {
                isOver = true
                throw error
            }
        }

        /// Returns the next save that was not read yet; `nil` once the task is cancelled.
        public mutating func next() async throws -> SavedChange<M>? { try await next(isolation: nil) }
    }
}
