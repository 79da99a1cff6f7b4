/// Every save of a model's objects, with the values before and after.
///
/// It begins with the first save that ends after the call of ``PersistentStack/changes(of:)``. Saves are reported in
/// the order of their commits from stores with ``Capabilities/orderedSaves``. Nothing waits for the reader: a reader
/// that leaves more than 10,000 rows unread learns only that any row may have changed. The sequence is for one reader;
/// several share its elements.
public struct SavedChanges<M: Model>: AsyncSequence, Sendable {
    let state: StackState
    let entity: Result<Entity, any Error>
    let mailbox: ChangeMailbox<M>?

    /// Makes an iterator, which goes on where others have ended.
    public func makeAsyncIterator() -> Iterator { Iterator(changes: self) }

    /// Waits for one save after the other.
    public struct Iterator: AsyncIteratorProtocol {
        let changes: SavedChanges
        private var isOver = false

        init(changes: SavedChanges) { self.changes = changes }

        /// Returns the next save that was not read yet; `nil` once the task is cancelled.
        ///
        /// - Throws: ``GranaryError/Code/closed`` once the model's store is detached or the stack is closed or stopped,
        ///   and ``GranaryError/Code/destroyed``, after all saves before; ``GranaryError/Code/schema`` for a model that
        ///   is not in the stack's schema. After an error it returns `nil`.
        public mutating func next(isolation actor: isolated (any Actor)? = #isolation) async throws
            -> SavedChange<M>?
        {
            if isOver { return nil }
            do {
                let entity = try changes.entity.get()
                while let mailbox = changes.mailbox, !Task.isCancelled {
                    let (change, version) = mailbox.take()
                    if let change { return change }
                    _ = try changes.state.coordinator().storeIndex(of: entity)
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
