public import Granary

/// A path of relationships that a graph follows, with a word about how the objects at its end are read.
///
/// ```swift
/// let repositories = try await Repositories(stack, source: server)
/// let graph = try await repositories.graph(
///     of: Flight.all,
///     including: { GraphPart($0.airline, .remote) { $0.name != "" } })
/// ```
///
/// A path alone is a part too, whose objects are read as the whole graph is.
public struct GraphPart<Root: Model>: Sendable {
    /// The names of the relationships, in order.
    let names: [String]
    /// How the objects at the end are read.
    let reading: GraphPartReading

    /// Makes a part of the objects that a relationship to one leads to.
    ///
    /// - Parameters:
    ///   - path: the relationships from the roots on; what is on the way is a part of the graph too.
    ///   - policy: where the objects may come from; `nil` for the policy of the graph.
    ///   - contract: which values are whole enough; `nil` for the contract of the graph.
    ///   - condition: the condition for objects to be in the part; `nil` for all. The graph does not go on at others.
    ///   - fetch: reads the objects in place of the repository.
    public init<Target: Model>(
        _ path: ToOneField<Root, Target>, _ policy: ReadPolicy? = nil,
        contract: Contract? = nil,
        where condition: ((Target.Fields) -> TypedExpression<Target, Bool>)? = nil,
        fetching fetch: GraphFetch<Target>? = nil
    ) {
        names = Self.names(Query<Root>().prefetching { _ in path })
        reading = GraphPartReading(policy, contract, condition, fetch)
    }

    /// Makes a part of the objects that a relationship to many leads to.
    ///
    /// As ``init(_:_:contract:where:fetching:)-(ToOneField<Root,Target>,_,_,_,_)``.
    public init<Target: Model>(
        _ path: ToManyField<Root, Target>, _ policy: ReadPolicy? = nil,
        contract: Contract? = nil,
        where condition: ((Target.Fields) -> TypedExpression<Target, Bool>)? = nil,
        fetching fetch: GraphFetch<Target>? = nil
    ) {
        names = Self.names(Query<Root>().prefetching { _ in path })
        reading = GraphPartReading(policy, contract, condition, fetch)
    }

    /// Makes a part of the objects that a path behind a relationship to many leads to.
    ///
    /// As ``init(_:_:contract:where:fetching:)-(ToOneField<Root,Target>,_,_,_,_)``.
    public init<Target: Model>(
        _ path: RelationshipPath<Root, Target>, _ policy: ReadPolicy? = nil,
        contract: Contract? = nil,
        where condition: ((Target.Fields) -> TypedExpression<Target, Bool>)? = nil,
        fetching fetch: GraphFetch<Target>? = nil
    ) {
        names = Self.names(Query<Root>().prefetching { _ in path })
        reading = GraphPartReading(policy, contract, condition, fetch)
    }

    /// The names in a path, as a query spells them.
    private static func names(_ query: Query<Root>) -> [String] { query.prefetch.first ?? [] }
}
