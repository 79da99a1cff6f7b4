public import Granary

/// The objects of a query and those that they lead to, as values: every path in it is answered without waiting.
///
/// ```swift
/// let repositories = try await Repositories(stack, source: server)
/// let graph = try await repositories.graph(of: flights, including: { $0.airline })
/// for flight in graph.roots {
///     print(flight.number, graph.follow(flight) { $0.airline }?.name ?? "unknown")
/// }
/// ```
///
/// Each object is in it once, with the values it had when the graph came to it. The levels of a graph are read one after
/// the other, so what is saved in between may be in a later level and not in an earlier one.
public struct Graph<Root: Model>: Sendable {
    /// The objects that the graph begins with, as a repository answers.
    public let roots: Answer<Root>
    /// What the graph should have and does not have.
    public let missing: [GraphGap]
    /// What is known about each part, in the order in which they were read.
    public let parts: [GraphPartState]
    /// The paths behind which there may be more objects, since the graph was to be no deeper; empty for most graphs.
    public let cutOff: [String]
    let contents: GraphContents
    /// Keeps the relationships of the contents alive.
    let schema: Schema

    /// Whether everything is there: the roots, what the parts lead to, and nothing lies deeper than the graph was to be.
    public var isComplete: Bool { roots.isComplete && missing.isEmpty && cutOff.isEmpty }
    /// Whether there may be objects that lie deeper than the graph was to be; ``cutOff`` says where.
    public var hasReachedDepth: Bool { !cutOff.isEmpty }

    /// An object of the graph by its identity; `nil` if it is not in it.
    ///
    /// - Complexity: O(1).
    public subscript<M: Model>(_ id: ObjectID<M>) -> M.Snapshot? {
        guard let entity = schema.entity(of: M.self) else { return nil }
        return contents[entity, id.key.objectKey] as? M.Snapshot
    }

    /// The objects of a model, in the order of their keys.
    ///
    /// - Complexity: O(*n* log *n*) for *n* objects.
    public func objects<M: Model>(_ model: M.Type) -> [M.Snapshot] {
        guard let entity = schema.entity(of: M.self) else { return [] }
        return contents.sorted(entity).compactMap { $0 as? M.Snapshot }
    }

    /// Whether a reader who knows another graph has to know this one.
    func differs(from other: Graph) -> Bool {
        if roots.isComplete != other.roots.isComplete || roots.metadata != other.roots.metadata {
            return true
        }
        if cutOff != other.cutOff || missing.count != other.missing.count { return true }
        if !zip(missing, other.missing).allSatisfy({ $0.isEqual(to: $1) }) { return true }
        return !roots.elementsEqual(other.roots) || !contents.isEqual(to: other.contents)
    }
}
