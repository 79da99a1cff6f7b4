import Granary

/// How the objects of a part of a graph are read, without the types of its models.
struct GraphPartReading: Sendable {
    /// Where they may come from; `nil` for the policy of the graph.
    var policy: ReadPolicy?
    /// Which values are whole enough; `nil` for the contract of the graph.
    var contract: Contract?
    /// The condition for them; `nil` for all.
    var condition: ExpressionTree?
    /// The fault of the condition.
    var problem: GranaryError?
    /// A ``GraphFetch`` for the model of the part; `nil` where the repository reads them.
    var fetch: (any Sendable)?

    /// Reads them as the whole graph.
    init() {}

    init<Target: Model>(
        _ policy: ReadPolicy?, _ contract: Contract?,
        _ condition: ((Target.Fields) -> TypedExpression<Target, Bool>)?, _ fetch: GraphFetch<Target>?
    ) {
        let query = condition.map { Target.where($0) }
        self.policy = policy
        self.contract = contract
        self.condition = query?.predicate
        problem = query?.problem
        self.fetch = fetch
    }

    /// Whether it says anything.
    var isSpecial: Bool { policy != nil || isOwn }

    /// Whether the objects are not read together with those of other parts.
    var isOwn: Bool { contract != nil || condition != nil || problem != nil || fetch != nil }
}
