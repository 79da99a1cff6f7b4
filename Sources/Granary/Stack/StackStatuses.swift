/// The status of a stack now, and then whenever it has changed.
///
/// What changes while nobody asks is told as one change, so that a slow reader costs no memory and always learns the
/// newest state. The sequence ends after the status of a stack that is closed or destroyed, and when its task is
/// cancelled.
public struct StackStatuses: AsyncSequence, Sendable {
    let state: StackState

    /// Makes an iterator that begins with the status of that moment.
    public func makeAsyncIterator() -> Iterator { Iterator(state: state) }

    /// Waits for one status after the other.
    public struct Iterator: AsyncIteratorProtocol {
        let state: StackState
        private var seen: Int?
        private var isOver = false

        init(state: StackState) { self.state = state }

        /// The status now, for the first time; later the next one that differs.
        public mutating func next(isolation actor: isolated (any Actor)? = #isolation) async -> StackStatus? {
            if isOver { return nil }
            if let seen { await state.change(after: seen) }
            if Task.isCancelled { return nil }
            let (status, version) = state.versionedStatus
            seen = version
            isOver = status.phase == .closed || status.phase == .destroyed
            return status
        }

        /// The status now, for the first time; later the next one that differs.
        public mutating func next() async -> StackStatus? { await next(isolation: nil) }
    }
}
