/// The current status of a stack, and every later one.
///
/// Changes between two calls of `next()` are combined, so that a slow reader costs no memory and always gets the newest
/// state. The sequence ends after the status of a closed or destroyed stack, or when the task is cancelled.
public struct StackStatuses: AsyncSequence, Sendable {
    let state: StackState

    /// Makes an iterator that starts with the status at the first call of `next()`.
    public func makeAsyncIterator() -> Iterator { Iterator(state: state) }

    /// Waits for one status after the other.
    public struct Iterator: AsyncIteratorProtocol {
        let state: StackState
        private var seen: Int?
        private var isOver = false

        init(state: StackState) { self.state = state }

        /// Returns the current status at the first call, and the next change at later ones.
        public mutating func next(isolation actor: isolated (any Actor)? = #isolation) async -> StackStatus? {
            if isOver { return nil }
            if let seen { await state.change(after: seen) }
            if Task.isCancelled { return nil }
            let (status, version) = state.versionedStatus
            seen = version
            isOver = status.phase == .closed || status.phase == .destroyed
            return status
        }

        /// Returns the current status at the first call, and the next change at later ones.
        public mutating func next() async -> StackStatus? { await next(isolation: nil) }
    }
}
