/// The stores that live queries read.
struct LiveStores {
    let stack: PersistentStack
    /// The entities of the query, and the presences of their stores: those of the result.
    let expected: [(entity: Entity, presence: StorePresence)]
    /// Whether a read may include saves that the follower will still get one by one.
    let includesUnreported: @Sendable (ReadVersion) -> Bool

    /// Reads objects of an entity in a new snapshot.
    ///
    /// - Throws: ``ExchangedStores`` if the open stores are no longer the expected ones; errors of the body.
    nonisolated(nonsending) func read<R: Sendable>(
        _ entity: Entity, _ body: @escaping @Sendable (Context) throws -> R
    ) async throws -> (found: R, readVersion: ReadVersion) {
        var options = ContextOptions()
        options.saves = .refuse
        let (broadcaster, expected) = (stack.broadcaster, expected)
        var (found, readVersion) = try await stack.performOnStores(options) { context in
            for (entity, presence) in expected {
                let present = try context.coordinator.presence(ofStoreOf: entity)
                guard present == presence else { throw ExchangedStores() }
            }
            let found = try body(context)
            let number = try context.access.newestSave(of: entity)
            return (found, ReadVersion(barrier: broadcaster.newestTicket, number: number))
        }
        readVersion.includesUnreported = includesUnreported(readVersion)
        return (found, readVersion)
    }
}
