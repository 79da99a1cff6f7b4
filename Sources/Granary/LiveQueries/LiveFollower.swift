/// Keeps the result of a live query up to date.
protocol LiveFollower<M, Result>: Sendable {
    /// The model of the query.
    associatedtype M: Model
    /// A result, as readers get it.
    associatedtype Result: Sendable

    /// Decides from the rows of saves; `nil` if the query runs again after each.
    var evaluator: QueryEvaluator<M>? { get }
    /// Whether the store may have to be queried although saves are evaluated in their order.
    var asksAgain: Bool { get }
    /// The entities whose saves matter, in addition to that of the model.
    var others: Set<Int> { get }

    /// The current result as a new reader gets it; `nil` before the query has run.
    var present: Result? { get }
    /// A later result with its differences from an earlier one; `nil` if they are equal.
    static func difference(from former: Result, to newest: Result) -> Result?

    /// Runs the query; returns the first result, or a later one that differs.
    ///
    /// `hasOverflowed` says whether it combines saves that a reader of every save has asked for one by one.
    nonisolated(nonsending) mutating func run(_ stores: LiveStores, hasOverflowed: Bool) async throws
        -> Result?
    /// Updates the result from saves; returns it if it differs.
    ///
    /// Is called only after ``run(_:hasOverflowed:)``, and only if there is an ``evaluator``. After an error the query runs
    /// again.
    nonisolated(nonsending) mutating func follow(_ saves: [LiveSave<M>], _ stores: LiveStores) async throws
        -> Result?
}
