/// Keeps the result of a live query up to date.
protocol LiveFollower<M, Result>: Sendable {
    /// The model of the query.
    associatedtype M: Model
    /// A result, as readers get it.
    associatedtype Result: Sendable

    /// Judges the rows of saves; `nil` if the query runs again after each.
    var judge: QueryJudge<M>? { get }
    /// Whether the store may have to be asked although saves are judged in their order.
    var asksAgain: Bool { get }
    /// The entities whose saves matter, beside that of the model.
    var others: Set<Int> { get }

    /// The present result as a new reader gets it; `nil` before the query has run.
    var present: Result? { get }
    /// A later result with its differences from an earlier one; `nil` if they are equal.
    static func difference(from former: Result, to newest: Result) -> Result?

    /// Runs the query; returns the first result, or a later one that differs.
    ///
    /// `hasOverflowed` says whether more saves waited than a reader of every save has asked for.
    nonisolated(nonsending) mutating func run(_ stores: LiveStores, hasOverflowed: Bool) async throws
        -> Result?
    /// Updates the result from saves; returns it if it differs.
    ///
    /// Is called only after ``run(_:hasOverflowed:)``, and only if saves are judged. After an error the query runs again.
    nonisolated(nonsending) mutating func follow(_ saves: [LiveSave<M>], _ stores: LiveStores) async throws
        -> Result?
}

/// The rows of one model that a save has changed, with the number of its commit.
typealias LiveSave<M: Model> = (changes: ObservedChanges<M>, ticket: UInt64)

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

/// The moment of a store that was read.
struct LiveMoment: Sendable {
    /// The commits up to this ticket may have been read; later ones have not.
    let barrier: UInt64
    /// The saves up to this number have been read, and no later ones; `nil` if the store does not know.
    let number: Int64?

    init(barrier: UInt64, number: Int64? = nil) { (self.barrier, self.number) = (barrier, number) }
}
