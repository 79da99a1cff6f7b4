/// The stores that live queries read.
struct LiveStores {
    let stack: PersistentStack
    /// Whether a reading may have saves that the follower is still to get one by one.
    let isAhead: @Sendable (LiveMoment) -> Bool

    /// Reads objects of an entity in a new snapshot.
    nonisolated(nonsending) func read<R: Sendable>(
        _ entity: Entity, _ body: @escaping @Sendable (ManagedContext) throws -> R
    ) async throws -> (found: R, moment: LiveMoment) {
        var options = ContextOptions()
        options.saves = .refuse
        let broadcaster = stack.broadcaster
        var (found, moment) = try await stack.performOnStores(options) { context in
            let found = try body(context)
            let number = try context.access.newestSave(of: entity)
            return (found, LiveMoment(barrier: broadcaster.newestTicket, number: number))
        }
        moment.isAhead = isAhead(moment)
        return (found, moment)
    }
}
