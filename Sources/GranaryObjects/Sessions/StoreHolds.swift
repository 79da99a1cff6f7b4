internal import Synchronization

/// The stack's offer to contexts, and the holds of all contexts on its open stores.
package final class StoreHolds: Sendable {
    private struct State {
        var offer: StoreOffer
        /// The holds of the running units of work, at most as many as threads.
        var running: [StoreHold] = []
        /// The holds of contexts that the program keeps.
        var kept: [ObjectIdentifier: WeakHold] = [:]

        /// Whether there are no holds; one of a context that is being deallocated still counts.
        var areNone: Bool { running.isEmpty && kept.isEmpty }

        /// All holds.
        var holds: [StoreHold] { running + kept.values.compactMap(\.hold) }
    }

    private let state: Mutex<State>
    /// Notes when a use ends; `nil` if nobody asks for that.
    private let lastUse: LastUse?
    /// Signals the end of a hold that a thread waits for.
    private let ended = Monitor()

    /// Starts with an offer; notes the end of each use, if that is asked for.
    package init(_ offer: StoreOffer, noting lastUse: LastUse? = nil) {
        state = Mutex(State(offer: offer))
        self.lastUse = lastUse
    }

    /// Makes a hold for a context that the program keeps; it is not in use yet.
    ///
    /// - Throws: ``GranaryError/Code/closed``, ``GranaryError/Code/suspended`` or ``GranaryError/Code/destroyed``.
    package func keep() throws -> StoreHold {
        try state.withLock { state in
            let hold = StoreHold(self, state.offer, try state.offer.stores(forWriting: false))
            state.kept[ObjectIdentifier(hold)] = WeakHold(hold: hold)
            return hold
        }
    }

    /// Makes a hold for a unit of work, in use until ``StoreHold/end()``.
    ///
    /// - Parameters:
    ///   - writing: whether the unit of work may save.
    ///   - cancellation: cancels it.
    ///   - isUse: whether it counts as a use of the stack, which keeps that from resting for a time.
    /// - Returns: the hold, to be ended.
    /// - Throws: as ``keep()``.
    package func begin(
        forWriting writing: Bool, _ cancellation: Cancellation, isUse: Bool = true
    ) throws -> StoreHold {
        try state.withLock { state in
            let hold = StoreHold(
                self, try state.offer.stores(forWriting: writing), cancellation, isUse: isUse)
            state.running.append(hold)
            return hold
        }
    }

    /// Removes the hold of a unit of work that has ended.
    ///
    /// Complexity: O(units of work that are running).
    func remove(_ hold: StoreHold) {
        state.withLock { state in
            guard let index = state.running.lastIndex(where: { $0 === hold }) else { return }
            state.running.swapAt(index, state.running.count - 1)
            state.running.removeLast()
        }
        if hold.isUse { lastUse?.note() }
    }

    /// Removes a kept hold that is being deallocated.
    func drop(_ hold: StoreHold) {
        _ = state.withLock { $0.kept.removeValue(forKey: ObjectIdentifier(hold)) }
        lastUse?.note()
    }

    /// Offers other stores, or none, to all later operations; stores in use stay in use.
    package func offer(_ offer: StoreOffer) {
        let kept = state.withLock { state in
            state.offer = offer
            return state.kept.values.compactMap(\.hold)
        }
        for hold in kept { hold.receive(offer) }
    }

    /// Whether no unit of work runs and the program keeps no context.
    package var areNone: Bool { state.withLock { $0.areNone } }

    /// Refuses all later operations with an error, unless there are holds; returns whether it does.
    ///
    /// Nothing begins between the look and the refusal.
    package func refuseIfNone(_ refusal: any Error) -> Bool {
        state.withLock { state in
            if !state.areNone { return false }
            state.offer = .refused(refusal)
            return true
        }
    }

    // MARK: Waiting

    /// Waits until the given stores are no longer in use; returns false if the deadline passes or `gaveUp` returns
    /// true.
    ///
    /// Offer other stores first, so that no later operation uses these.
    ///
    /// - Throws: ``GranaryError/Code/invalidObject`` if the calling thread uses them itself and would wait forever.
    package func wait(
        forUsersOf isConcerned: (any Store) -> Bool, until deadline: Deadline?, gaveUp: () -> Bool = { false }
    ) throws -> Bool {
        let users = users(of: isConcerned)
        if users.contains(where: \.isUsedByThisThread) { throw Self.waitsForItself }
        return ended.withLock {
            while users.contains(where: { $0.uses(isConcerned) }) {
                if gaveUp() { return false }
                if let deadline {
                    if !ended.wait(until: deadline) { return false }
                } else {
                    ended.wait()
                }
            }
            return true
        }
    }

    /// Throws if the calling thread uses stores: changing them may wait for the end of that use, which may wait for the
    /// change.
    ///
    /// - Throws: ``GranaryError/Code/invalidObject``.
    package func requireNoUseByThisThread() throws {
        if state.withLock({ $0.holds }).contains(where: \.isUsedByThisThread) { throw Self.waitsForItself }
    }

    /// Ends the sessions of idle contexts that used some of the given stores last, so that these can be closed.
    package func endIdleSessions(with isConcerned: (any Store) -> Bool) {
        let kept = state.withLock { $0.kept.values.compactMap(\.hold) }
        for hold in kept { hold.endIdleSessions(with: isConcerned) }
    }

    /// Cancels the units of work that use any of the given stores.
    package func cancelUsers(of isConcerned: (any Store) -> Bool) {
        for hold in users(of: isConcerned) { hold.cancel() }
    }

    private func users(of isConcerned: (any Store) -> Bool) -> [StoreHold] {
        let holds = state.withLock { $0.holds }
        return holds.filter { $0.uses(isConcerned) }
    }

    /// Wakes waiting threads to check again.
    package func wake() {
        ended.withLock {}
        ended.wakeAll()
    }

    private static var waitsForItself: GranaryError {
        GranaryError(
            .invalidObject,
            "Work that uses stores cannot change which stores are open, since such a change waits for the end of work; start and stop the stack, attach, detach, move and destroy its stores outside of units of work and streams."
        )
    }
}

private struct WeakHold: Sendable {
    weak let hold: StoreHold?
}
