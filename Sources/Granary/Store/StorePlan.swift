/// A description, for people, of how a store would answer a request.
public struct StorePlan: Sendable, Hashable {
    /// The parts that the store evaluates itself.
    public var pushedDown: [String] = []
    /// The parts left to the core, each with the reason.
    public var residual: [String] = []
    /// The name of the index that serves the request, if one does.
    public var index: String?
    /// Whether the store reads every row of the entity.
    public var scansAllRows = true
    /// The statement or description in the engine's own words.
    public var statement = ""
    /// The engine's plan, a line each.
    public var enginePlan: [String] = []

    /// Makes an empty plan.
    public init() {}
}
