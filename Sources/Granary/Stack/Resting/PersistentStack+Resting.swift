extension PersistentStack {
    /// Whether nobody uses the stores: no unit of work runs, no action waits or runs, the program keeps no context, and
    /// nobody reads a live query or changes.
    package var isUnused: Bool { stores.rest.isDue(after: nil) }

    /// When the last use ended, or the stores were opened, as the time that the first of the stacks that share had
    /// existed; `nil` unless the settings ask for resting or for noting uses.
    ///
    /// A stack in use has been used until now, regardless of this value (``isUnused``).
    package var lastUse: Duration? { stores.rest.moment }

    /// How long ago the last use ended, or the stores were opened; `nil` as ``lastUse``.
    package var unusedFor: Duration? { stores.rest.ago }

    /// Sends the stack to rest at once, if nobody uses it: its stores close, but for those that keep nothing when they are
    /// closed, and the next use opens them.
    ///
    /// - Returns: whether it rests now; false for a stack that is in use or not started.
    /// - Throws: errors of closing a store: the stack rests nevertheless; ``GranaryError/Code/invalidObject`` from code
    ///   that another change calls.
    @discardableResult
    package nonisolated(nonsending) func rest() async throws -> Bool { try await stores.goToRest() }

    /// Has a stopped stack rest, without opening its stores: the first use opens them, as after any rest.
    ///
    /// Does nothing for a stack that is started.
    ///
    /// - Throws: ``GranaryError/Code/closed`` after ``close()``; ``GranaryError/Code/destroyed``.
    package func startAtRest() throws { try stores.startAtRest() }

    /// Has a tenant, which is not kept, leave before the stores close: at a rest, and at every change that closes some and
    /// does not block the caller's thread.
    package func take(_ tenant: any StackTenant) { stores.tenancy.take(tenant) }

    /// Has the stores opened, moved and destroyed only while a closure says that they belong to the owner of the
    /// stack.
    ///
    /// It is called before the stores are opened, on the thread that opens them, and once more when they are open: another
    /// process may erase them, or give them to somebody else, in between. Where it returns false the stack opens nothing,
    /// as if it were closed for good. With `endingWithStores` they are erased then, so that what was made anew is removed.
    package func requireOwnership(
        endingWithStores: Bool, _ holds: @escaping @Sendable () throws -> Bool
    ) { stores.ownership.require(endingWithStores: endingWithStores, holds) }

    /// Makes a hold that keeps the stack from resting, as a context that the program keeps does, until it is released;
    /// opens the stores if the stack rests.
    ///
    /// - Throws: as ``perform(_:_:)``.
    package nonisolated(nonsending) func heldAwake() async throws -> StoreHold {
        while true {
            try await stores.admit(forWriting: false)
            do { return try state.holds.keep() } catch GranaryError.Code.suspended {
                // It has gone to rest, or was suspended, since it was admitted.
            }
        }
    }

    /// Opens the stores if the stack rests, as a use does.
    ///
    /// - Throws: as ``perform(_:_:)``.
    package nonisolated(nonsending) func awake() async throws { try await stores.awake() }
}
