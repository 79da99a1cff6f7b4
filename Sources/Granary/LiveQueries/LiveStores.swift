/// The stores that live queries read.
struct LiveStores {
    let stack: PersistentStack

    /// Reads objects of an entity in a new snapshot.
    nonisolated(nonsending) func read<R: Sendable>(
        _ entity: Entity, _ body: @escaping @Sendable (ManagedContext) throws -> R
    ) async throws -> (found: R, moment: LiveMoment) {
        var options = ContextOptions()
        options.saves = .refuse
        let broadcaster = stack.broadcaster
        return try await stack.performOnStores(options) { context in
            let found = try body(context)
            let number = try context.access.newestSave(of: entity)
            return (found, LiveMoment(barrier: broadcaster.newestTicket, number: number))
        }
    }
}
