internal import Synchronization

/// A context's hold on the open stores of its stack: no store is closed while it is in use.
///
/// A unit of work holds the stores that were open when it began until it ends. A context that the program keeps holds
/// them for one operation at a time, and each operation uses the stores that are open when it begins.
package final class StoreHold: Sendable {
    private struct State {
        /// The stack's offer; `nil` for a unit of work, which keeps the stores of its beginning.
        var offer: StoreOffer?
        /// The stores in use; `nil` between operations.
        var used: StoreCoordinator?
        /// The stores of the last operation, with which the context has its sessions; `nil` for a unit of work.
        var last: StoreCoordinator?
        /// The thread that uses the stores.
        var thread: ThreadIdentity?
        /// Whether a thread waits until they are no longer in use.
        var isAwaited = false
    }

    private let state: Mutex<State>
    private let holds: StoreHolds
    /// The sessions of the context.
    let sessions = SessionSet()
    /// Cancels the unit of work; `nil` for a context that the program keeps.
    private let cancellation: Cancellation?
    /// Whether it counts as a use of the stack.
    let isUse: Bool
    /// The stores that were open when the hold was made.
    package let first: StoreCoordinator

    /// Makes a hold for a context that the program keeps; it is not in use yet.
    init(_ holds: StoreHolds, _ offer: StoreOffer, _ first: StoreCoordinator) {
        self.holds = holds
        self.first = first
        cancellation = nil
        isUse = true
        state = Mutex(State(offer: offer))
    }

    /// Makes a hold for a unit of work, in use until ``end()``.
    init(_ holds: StoreHolds, _ first: StoreCoordinator, _ cancellation: Cancellation, isUse: Bool) {
        self.holds = holds
        self.first = first
        self.cancellation = cancellation
        self.isUse = isUse
        state = Mutex(State(used: first, thread: ThreadIdentity()))
    }

    deinit { if !isForUnitOfWork { holds.drop(self) } }

    /// Whether it lasts for a unit of work, as opposed to one operation at a time.
    package var isForUnitOfWork: Bool { cancellation != nil }

    /// Begins an operation with the stores that are open at this time.
    ///
    /// - Throws: ``GranaryError/Code/closed``, ``GranaryError/Code/suspended`` or ``GranaryError/Code/destroyed``.
    package func begin() throws -> StoreCoordinator {
        try state.withLock { state in
            let coordinator = try state.offer?.stores(forWriting: false) ?? first
            (state.used, state.last, state.thread) = (coordinator, coordinator, ThreadIdentity())
            return coordinator
        }
    }

    /// Ends the operation, or the unit of work.
    package func end() {
        let isAwaited = state.withLock { state in
            (state.used, state.thread) = (nil, nil)
            return state.isAwaited
        }
        if isForUnitOfWork { holds.remove(self) }
        if isAwaited { holds.wake() }
    }

    /// Ends the sessions of the context, which must not be using them.
    func endSessions() { state.withLock { _ in sessions.end() } }

    /// Throws if the stores may not be written to at present; a unit of work that has begun may write.
    ///
    /// - Throws: as ``begin()``.
    package func requireWriting() throws {
        if isForUnitOfWork { return }
        _ = try state.withLock { try $0.offer?.stores(forWriting: true) }
    }
}

// MARK: For all holds of a stack

extension StoreHold {
    /// Stores the stack's new offer.
    func receive(_ offer: StoreOffer) { state.withLock { $0.offer = offer } }

    /// Whether it uses any of the given stores; its end then wakes waiting threads.
    func uses(_ isConcerned: (any Store) -> Bool) -> Bool {
        let used = state.withLock { state in
            state.isAwaited = true
            return state.used
        }
        return used?.members.contains { isConcerned($0.store) } ?? false
    }

    /// Whether the calling thread is the user.
    var isUsedByThisThread: Bool { state.withLock { $0.thread?.isCurrent ?? false } }

    /// Ends the sessions of an idle context that used some of the given stores last.
    func endIdleSessions(with isConcerned: (any Store) -> Bool) {
        state.withLock { state in
            guard state.used == nil, let last = state.last else { return }
            if last.members.contains(where: { isConcerned($0.store) }) { sessions.end() }
        }
    }

    /// Cancels its unit of work.
    func cancel() { cancellation?.cancel() }
}
