internal import Synchronization

/// What contexts find in a stack, and the holds that they have on its open stores.
package final class StoreHolds: Sendable {
    private struct State {
        var offer: StoreOffer
        var holds: [ObjectIdentifier: WeakHold] = [:]
    }

    private let state: Mutex<State>
    /// Woken when a hold ends that is waited for.
    private let ended = Monitor()

    /// Begins with an offer.
    package init(_ offer: StoreOffer) { state = Mutex(State(offer: offer)) }

    /// A hold for a context that a program keeps; not in use.
    ///
    /// - Throws: ``GranaryError/Code/closed``, ``GranaryError/Code/suspended`` or ``GranaryError/Code/destroyed``.
    package func keep() throws -> StoreHold { try make(forWriting: false, nil) }

    /// A hold for a unit of work that may write or not, in use until ``StoreHold/end()``.
    ///
    /// - Throws: as ``keep()``.
    package func begin(forWriting writing: Bool, _ cancellation: Cancellation) throws -> StoreHold {
        try make(forWriting: writing, cancellation)
    }

    private func make(forWriting writing: Bool, _ cancellation: Cancellation?) throws -> StoreHold {
        try state.withLock { state in
            let hold = StoreHold(self, state.offer, try state.offer.stores(forWriting: writing), cancellation)
            state.holds[ObjectIdentifier(hold)] = WeakHold(hold: hold)
            return hold
        }
    }

    /// Forgets a hold that nobody has any more.
    func forget(_ hold: StoreHold) {
        _ = state.withLock { $0.holds.removeValue(forKey: ObjectIdentifier(hold)) }
    }

    /// Offers other stores, or none, to all that begins from now on; what is in use stays in use.
    package func offer(_ offer: StoreOffer) {
        let holds = state.withLock { state in
            state.offer = offer
            return state.holds.values.compactMap(\.hold)
        }
        for hold in holds { hold.receive(offer) }
    }

    // MARK: Waiting

    /// Waits until nobody uses some stores any more; false when the deadline passes or `gaveUp` says so before.
    ///
    /// What begins meanwhile must have been offered others.
    ///
    /// - Throws: ``GranaryError/Code/invalidObject`` when the calling thread uses them itself and would wait for ever.
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

    /// Ends the sessions of contexts that rest and have used some stores last, so that these do not stay open.
    package func endIdleSessions(with isConcerned: (any Store) -> Bool) {
        let holds = state.withLock { $0.holds.values.compactMap(\.hold) }
        for hold in holds { hold.endIdleSessions(with: isConcerned) }
    }

    /// Cancels the units of work that use some stores.
    package func cancelUsers(of isConcerned: (any Store) -> Bool) {
        for hold in users(of: isConcerned) { hold.cancel() }
    }

    private func users(of isConcerned: (any Store) -> Bool) -> [StoreHold] {
        let holds = state.withLock { $0.holds.values.compactMap(\.hold) }
        return holds.filter { $0.uses(isConcerned) }
    }

    /// Lets those that wait look again.
    package func wake() {
        ended.withLock {}
        ended.wakeAll()
    }

    private static var waitsForItself: GranaryError {
        GranaryError(
            .invalidObject,
            "Work that uses a store cannot wait until nobody uses it; stop the stack, or detach its stores, outside of units of work and streams."
        )
    }
}

private struct WeakHold: Sendable {
    weak let hold: StoreHold?
}
